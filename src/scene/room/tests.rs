use super::*;

#[test]
fn room_for_tides_is_made_in_the_first_commits_alone() {
    let mut tides = Tides::default();
    assert_eq!(tides.turn(0, 0), None, "nothing needs no room");
    assert_eq!(tides.turn(100, 110), Some(with_tides(100)));
    assert!(with_tides(100) >= 130 && with_tides(1 << 20) <= (1 << 20) * 9 / 8 + 8);
    let room = with_tides(100);
    assert_eq!(tides.turn(100, room), None, "there is enough");
    assert_eq!(tides.turn(room - 10, room), Some(with_tides(room - 10)), "there is too little");
    (0..20).for_each(|_| assert_eq!(tides.turn(100, room), None));
    assert_eq!(tides.turn(room - 10, room), None, "they have gone well for long");
    assert_eq!(
        tides.turn(room, room + 1),
        Some(with_tides(room)),
        "with other room all begins anew"
    );
}
