-- The social golfer problem: G times S golfers play in G groups of S, for W weeks, and no two of them may play together
-- twice. Places are filled in any order; whoever says that there is no timetable is shown one.
--
-- Golfers can be permuted, weeks, the groups of each week by itself, and the places of each group by itself:
-- (G S)! ((S!)^G G!)^W W! symmetries. Golfers are values here, and all the rest is places.
--
-- expect: reachable 39169
-- expect: errors holds
-- expect: deadlock violated
-- expect: once_a_week holds
-- expect: never_twice holds
-- expect: timetable holds
const
  G: 2;
  S: 2;
  W: 2;

type
  Golfer: 1 .. G * S;
  Entry: 0 .. G * S;  -- 0 is nobody
  Group: 1 .. G;
  Place: 1 .. S;
  Week: 1 .. W;

var
  player: array [Week] of array [Group] of array [Place] of Entry;

startstate "no plans"
begin
  for w: Week do
    for g: Group do
      for p: Place do
        player[w][g][p] := 0;
      end;
    end;
  end;
end;

function plays(x: Golfer; w: Week): boolean;
begin
  return exists g: Group do exists p: Place do player[w][g][p] = x end end;
end;

-- Whether a golfer plays with a certain entry in some group of a week; with nobody, nobody does.
function together(x: Golfer; y: Entry; w: Week): boolean;
begin
  return
    y != 0
    & exists g: Group do
      exists p: Place do
        exists q: Place do p != q & player[w][g][p] = x & player[w][g][q] = y end
      end
    end;
end;

ruleset w: Week; g: Group; p: Place; x: Golfer do
  rule "enter a golfer"
    player[w][g][p] = 0 & !plays(x, w)
    & forall q: Place do
      forall v: Week do v != w & q != p -> !together(x, player[w][g][q], v) end
    end
  ==>
  begin
    player[w][g][p] := x;
  end;
end;

invariant "once_a_week"
  forall w: Week do
    forall g: Group do
      forall h: Group do
        forall p: Place do
          forall q: Place do
            player[w][g][p] = player[w][h][q] -> player[w][g][p] = 0 | (g = h & p = q)
          end
        end
      end
    end
  end;

invariant "never_twice"
  forall x: Golfer do
    forall y: Golfer do
      forall w: Week do
        forall v: Week do x != y & w != v & together(x, y, w) -> !together(x, y, v) end
      end
    end
  end;

-- Where it fits no more, planning ends before a timetable is there, which counts as a deadlock.
cover "timetable"
  forall w: Week do
    forall g: Group do
      forall p: Place do player[w][g][p] != 0 end
    end
  end;
