//! Tests of this crate start a server of their own.
