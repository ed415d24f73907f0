-- The social golfer problem: G times S golfers play in G groups of S, for W weeks, and no two of them may play together
-- twice. Golfers are put into groups in any order; whoever says that there is no timetable is shown one.
--
-- Golfers can be permuted, weeks, and the groups of each week by itself: (G S)! (G!)^W W! symmetries. Golfers and weeks
-- are where variables stand, groups are values; how many are in a group is counted and stays as it is.
--
-- expect: reachable 3597
-- expect: errors holds
-- expect: deadlock violated
-- expect: counted holds
-- expect: never_twice holds
-- expect: timetable holds
-- expect [-D G=1]: timetable violated
const
  G: 2;
  S: 2;
  W: 2;

type
  Golfer: 1 .. G * S;
  Week: 1 .. W;
  Group: 1 .. G;

var
  group: array [Week] of array [Golfer] of Group;  -- undefined where it is open
  players: array [Week] of array [Group] of 0 .. S;
  met: array [Golfer] of array [Golfer] of boolean;

startstate "no plans"
begin
  undefine group;
  for w: Week do
    for g: Group do
      players[w][g] := 0;
    end;
  end;
  for x: Golfer do
    for y: Golfer do
      met[x][y] := false;
    end;
  end;
end;

function plays(x: Golfer; w: Week; g: Group): boolean;
begin
  return !isundefined(group[w][x]) & group[w][x] = g;
end;

ruleset w: Week; g: Group; x: Golfer do
  rule "put a golfer into a group"
    isundefined(group[w][x]) & players[w][g] < S
    & forall y: Golfer do plays(y, w, g) -> !met[x][y] end
  ==>
  begin
    for y: Golfer do
      if plays(y, w, g) then
        met[x][y] := true;
        met[y][x] := true;
      end;
    end;
    group[w][x] := g;
    players[w][g] := players[w][g] + 1;
  end;
end;

-- In a full group there are at least S golfers, and in an empty one there is none.
invariant "counted"
  forall w: Week do
    forall g: Group do (players[w][g] = 0) = forall x: Golfer do !plays(x, w, g) end end
    & (forall g: Group do players[w][g] = S end) = forall x: Golfer do !isundefined(group[w][x]) end
  end;

invariant "never_twice"
  forall x: Golfer do
    forall y: Golfer do
      forall w: Week do
        forall v: Week do
          x != y & w != v & exists g: Group do plays(x, w, g) & plays(y, w, g) end
          -> !exists g: Group do plays(x, v, g) & plays(y, v, g) end
        end
      end
    end
  end;

-- Where no more golfers fit in, planning ends before a timetable is there, which counts as a deadlock.
cover "timetable"
  forall w: Week do
    forall x: Golfer do !isundefined(group[w][x]) end
  end;
