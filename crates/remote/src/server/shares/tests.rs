use super::*;

#[test]
fn the_limits_never_exceed_the_budget() {
    assert_eq!(divide(1000, &[]), []);
    assert_eq!(divide(1000, &[400]), [1000]);
    assert_eq!(divide(1000, &[400, 0]), [700, 300]);
    assert_eq!(divide(1000, &[400, 600, 0]), [400, 600, 0]);
    // Whatever has been used before limits were set: no more.
    assert_eq!(divide(1000, &[900, 600]), [900, 600]);
    let used = [17, 31, 240, 5];
    let limits = divide(1000, &used);
    assert!(limits.iter().sum::<u64>() <= 1000 && limits.iter().zip(used).all(|(a, b)| *a > b));
}

/// This process takes part: what a limit is and what is used are what the system says.
#[test]
fn limits_are_those_of_the_system() {
    let mut own = Process::new(std::process::id());
    let used = own.used();
    assert!(used > 0);
    let before = getrlimit(Resource::Data);
    share(used + (1 << 40), &mut [&mut own]);
    let limit = getrlimit(Resource::Data).current.expect("a limit");
    assert!((1 << 40..used + (1 << 41)).contains(&limit), "{limit}");
    own.add_stack();
    assert_eq!(getrlimit(Resource::Data).current, Some(limit + STACK_SIZE as u64));
    let mut other = Process::new(std::process::id());
    assert!(has_room(used + (1 << 40), &[&mut other]) && !has_room(used, &[&mut other]));
    let _ = rustix::process::setrlimit(Resource::Data, before);
}
