-- The towers of Hanoi: disks on three pegs, moved one at a time, no disk on a smaller one. What it takes to get a tower
-- from one peg to another shows when that is said to be impossible: a path of 2^DISKS - 1 moves.
--
-- There are no processes: what is symmetric are the values. The pegs can be permuted, 3! = 6 symmetries, as the tower may
-- begin on any. With `-D given=1` it begins on the left, and only the other two can be exchanged. Disks are compared by
-- size.
--
-- expect: reachable 27
-- expect: rules_fired 78
-- expect: errors holds
-- expect: deadlock holds
-- expect: goal holds
-- expect: a_tower_again holds
-- expect: stays_on_its_peg violated
-- expect [-D given=1]: reachable 27
const
  DISKS: 3;
  given: 0;

type
  Disk: 1 .. DISKS;  -- from the smallest to the largest
  Peg: enum { left, middle, right };

var
  peg: array [Disk] of Peg;

ruleset p: Peg do
  startstate "a tower"
  begin
    for d: Disk do
      peg[d] := given = 1 ? left : p;
    end;
  end;
end;

ruleset d: Disk; p: Peg do
  rule "move"
    peg[d] != p
    & forall smaller: Disk do smaller < d -> peg[smaller] != peg[d] & peg[smaller] != p end
  ==>
  begin
    peg[d] := p;
  end;
end;

function tower(p: Peg): boolean;
begin
  return forall d: Disk do peg[d] = p end;
end;

--! ctl goal: forall p: Peg do AG (EF tower(p)) end

liveness "a_tower_again"
  exists p: Peg do tower(p) end;

--! ctl stays_on_its_peg: tower(left) -> AG !tower(right)
