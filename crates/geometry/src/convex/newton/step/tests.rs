use super::*;
use solid_testing::Random;

/// Where functions are equal, and their gradients with the multipliers and the Hessian cancel: no step along the crease, or
/// out of the corner, is downwards.
#[test]
fn steps_lead_to_stationary_points() {
    let mut random = Random::new(29);
    for _ in 0..2000 {
        let mixed = 0.9 * random.signed();
        let hessian =
            Symmetric::new(1.0 + random.signed().abs(), mixed, 1.0 + random.signed().abs());
        let jets: [Jet; 3] = [(); 3].map(|()| Jet {
            value: random.signed(),
            gradient: Vec2::new(random.signed(), random.signed()),
            ..Jet::default()
        });
        let [f, g, h] = &jets;
        let twice_area = (f.gradient - h.gradient).perp(&(g.gradient - h.gradient));
        if twice_area.abs() < 0.1 || (f.gradient - g.gradient).norm_squared() < 0.1 {
            continue;
        }
        for ((step, multipliers), among) in
            [(from_two(&hessian, f, g, 0.5), 2), (from_three(&hessian, jets.each_ref()), 3)]
        {
            let value = |jet: &Jet| jet.value + jet.gradient.dot(&step);
            assert!(jets[..among].iter().all(|jet| (value(jet) - value(f)).abs() < 1e-9));
            assert!((multipliers.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(among > 2 || multipliers[2] == 0.0);
            let gradient = jets
                .iter()
                .zip(multipliers)
                .fold(hessian * step, |sum, (jet, multiplier)| sum + jet.gradient * multiplier);
            assert!(gradient.norm() < 1e-9, "{among}: {gradient}");
        }
    }
}
