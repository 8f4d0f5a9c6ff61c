// Moves 64-bit integers through a bounded channel of the standard library or of crossbeam, from
// as many producers to as many consumers, and prints the seconds it took.
//
//   channels crossbeam|sync PAIRS MESSAGES CAPACITY

use std::env::args;
use std::sync::{mpsc, Arc, Mutex};
use std::thread::{spawn, JoinHandle};
use std::time::Instant;

fn crossbeam(pairs: u64, each: u64, capacity: usize) -> u64 {
    let (sender, receiver) = crossbeam_channel::bounded::<u64>(capacity);
    let mut producers = Vec::new();
    let mut consumers: Vec<JoinHandle<u64>> = Vec::new();
    for _ in 0..pairs {
        let receiver = receiver.clone();
        consumers.push(spawn(move || {
            (0..each).fold(0u64, |sum, _| sum.wrapping_add(receiver.recv().unwrap()))
        }));
        let sender = sender.clone();
        producers.push(spawn(move || (0..each).for_each(|n| sender.send(n).unwrap())));
    }
    producers.into_iter().for_each(|thread| thread.join().unwrap());
    consumers.into_iter().fold(0u64, |sum, thread| sum.wrapping_add(thread.join().unwrap()))
}

// The standard library's channel has one receiver: several threads share it behind a lock, as its
// documentation says.
fn sync(pairs: u64, each: u64, capacity: usize) -> u64 {
    let (sender, receiver) = mpsc::sync_channel::<u64>(capacity);
    let receiver = Arc::new(Mutex::new(receiver));
    let mut producers = Vec::new();
    let mut consumers: Vec<JoinHandle<u64>> = Vec::new();
    for _ in 0..pairs {
        let receiver = receiver.clone();
        consumers.push(spawn(move || {
            if pairs == 1 {
                let receiver = receiver.lock().unwrap();
                return (0..each).fold(0u64, |sum, _| sum.wrapping_add(receiver.recv().unwrap()));
            }
            (0..each).fold(0u64, |sum, _| {
                sum.wrapping_add(receiver.lock().unwrap().recv().unwrap())
            })
        }));
        let sender = sender.clone();
        producers.push(spawn(move || (0..each).for_each(|n| sender.send(n).unwrap())));
    }
    producers.into_iter().for_each(|thread| thread.join().unwrap());
    consumers.into_iter().fold(0u64, |sum, thread| sum.wrapping_add(thread.join().unwrap()))
}

fn main() {
    let words: Vec<String> = args().collect();
    let number = |place: usize| words[place].parse::<u64>().unwrap();
    let (pairs, capacity) = (number(2), number(4) as usize);
    let each = number(3) / pairs;
    let start = Instant::now();
    let sum = match words[1].as_str() {
        "crossbeam" => crossbeam(pairs, each, capacity),
        _ => sync(pairs, each, capacity),
    };
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(sum, pairs * (each * (each - 1) / 2));
    println!("{seconds}");
}
