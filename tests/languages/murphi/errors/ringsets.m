-- What ringsets may not be used for, as their types alone show.
type Seat: ringset(3);
  Other: ringset(3);
  Bad: union { Seat, enum { nobody } }; -- E: VS346
  None: ringset(0); -- E: VS352
var p: Seat; x: 0..9; b: boolean; a: array [Seat] of 0..9;
ruleset s: Seat; t: Other do startstate
  p := 1; -- E: VS341 hint: `p + 1` is the one after `p`
  x := p; -- E: VS341 hint: no first element
  p := t; -- E: VS341
  b := s < p; -- E: VS341
  x := s + s; -- E: VS341
  x := 1 - s; -- E: VS341
  x := s - t; -- E: VS341
  x := -s; -- E: VS341
  x := s * 2; -- E: VS341
  a[0] := 1; -- E: VS341
  b := p = 1; -- E: VS341
  b := p = t; -- E: VS341
  p := b + s; -- E: VS301
  switch p case 1: end; -- E: VS341
  for i := p to 3 do end; -- E: VS301
  p := s + 1 - x;
  p := 1 + s;
  x := s - p;
  x := a[s - 1] + (s - p);
end; end;
