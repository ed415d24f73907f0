"""Safety without listing states: bounded model checking, k-induction, Spacer, and certificates of proofs."""
