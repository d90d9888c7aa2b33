use super::*;

fn machine(last: u8) -> Peer {
    Peer::Machine(IpAddr::from([10, 0, 0, last]))
}

fn is_open(greeting: &mut Greeting) -> bool {
    matches!(greeting.ended.try_recv(), Err(oneshot::error::TryRecvError::Empty))
}

/// One peer's greetings end its own, and leave those of others alone.
#[test]
fn a_peer_has_a_budget() {
    let (all, start) = (Arc::new(Greetings::default()), Instant::now());
    let begin = |peer, now| all.try_begin(peer, now);
    let mut other = begin(machine(1), start).expect("the first one");
    let mut crowd: Vec<Greeting> =
        (0..MAX_GREETINGS_OF_PEER).filter_map(|_| begin(machine(2), start).ok()).collect();
    assert_eq!(crowd.len(), MAX_GREETINGS_OF_PEER);
    let soon = start + LEAST_TIME / 4;
    assert_eq!(begin(machine(2), soon).err(), Some(LEAST_TIME * 3 / 4));
    let later = start + LEAST_TIME;
    let mut newest = begin(machine(2), later).expect("room");
    assert!(!is_open(&mut crowd[0]), "the oldest one makes room");
    assert!(crowd[1..].iter_mut().all(is_open) && is_open(&mut newest) && is_open(&mut other));
    // One that is complete makes room as well.
    drop(crowd.remove(1));
    assert!(begin(machine(2), later).is_ok());
}

/// Where there are too many in all, the peer with the most makes room.
#[test]
fn the_unauthenticated_have_a_budget() {
    let (all, start) = (Arc::new(Greetings::default()), Instant::now());
    let few = MAX_GREETINGS - MAX_GREETINGS_OF_PEER;
    let mut some: Vec<Greeting> =
        (0..few).filter_map(|i| all.try_begin(machine((i % 4) as u8), start).ok()).collect();
    let mut crowd: Vec<Greeting> =
        (0..MAX_GREETINGS_OF_PEER).filter_map(|_| all.try_begin(machine(9), start).ok()).collect();
    assert_eq!(all.open.lock().list.len(), MAX_GREETINGS);
    assert!(all.try_begin(machine(7), start).is_err());
    let mut late = all.try_begin(machine(7), start + LEAST_TIME).expect("room");
    assert!(!is_open(&mut crowd[0]) && some.iter_mut().all(is_open) && is_open(&mut late));
    assert_eq!(all.open.lock().list.len(), MAX_GREETINGS);
}

#[test]
fn a_peer_is_a_machine() {
    let peer = |text: &str| Peer::at(text.parse().expect("an address"));
    assert_eq!(peer("10.1.2.3:4"), peer("10.1.2.3:5"));
    assert_eq!(peer("10.1.2.3:4"), peer("[::ffff:10.1.2.3]:4"));
    assert_ne!(peer("10.1.2.3:4"), peer("10.1.2.4:4"));
    assert_eq!(peer("[2001:db8:1:2::7]:1"), peer("[2001:db8:1:2:9::8]:1"));
    assert_ne!(peer("[2001:db8:1:2::7]:1"), peer("[2001:db8:1:3::7]:1"));
}
