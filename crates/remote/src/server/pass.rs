//! Passes connections from the process that listens to the process of a world.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::{Deserialize, Serialize};
use solid_remote::messages::{decode, encode};

/// Says whose a connection is.
#[derive(Serialize, Deserialize)]
pub struct Passed {
    /// The number that all connections of a client have in common.
    pub client: [u8; 16],
    /// For the log: where it comes from.
    pub peer: String,
}

/// Both ends of the channel between the two processes.
pub fn channel() -> io::Result<(OwnedFd, OwnedFd)> {
    let (family, kind) = (AddressFamily::UNIX, SocketType::SEQPACKET);
    Ok(socketpair(family, kind, SocketFlags::CLOEXEC, None)?)
}

/// Passes a connection.
pub fn send(channel: impl AsFd, passed: &Passed, connection: impl AsFd) -> io::Result<()> {
    let message = encode(passed);
    let descriptors = [connection.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
    sendmsg(channel, &[IoSlice::new(&message)], &mut ancillary, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Waits for a connection; `None` when the other process has ended or wants this one to end.
pub fn receive(channel: impl AsFd) -> io::Result<Option<(Passed, OwnedFd)>> {
    let mut bytes = [0; 1024];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let slices = &mut [IoSliceMut::new(&mut bytes)];
    let count = loop {
        match recvmsg(&channel, slices, &mut ancillary, RecvFlags::CMSG_CLOEXEC) {
            Ok(received) => break received.bytes,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    let descriptor = ancillary.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    Ok(decode(&bytes[..count]).zip(descriptor))
}
