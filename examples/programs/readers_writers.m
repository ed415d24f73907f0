-- Readers and writers at one book: any number may read together, writers write alone, and a reader waits for every
-- waiting writer.
--
-- Readers are numbers, and so are writers: no more than a permutation of either changes nothing, N! times W! symmetries.
-- How many read is counted, which a permutation leaves alone.
--
-- expect: reachable 140
-- expect: errors holds
-- expect: deadlock holds
-- expect: writers_write_alone holds
-- expect: counted holds
-- expect: all_read holds
-- expect: writers_get_in holds
-- expect: readers_get_in violated
const
  N: 3;
  W: 2;

type
  Reader: 0 .. N - 1;
  Writer: 0 .. W - 1;
  Place: enum { outside, waiting, inside };

var
  reader: array [Reader] of Place;
  writer: array [Writer] of Place;
  reading: 0 .. N;
  writing: boolean;

startstate "all outside"
begin
  for r: Reader do
    reader[r] := outside;
  end;
  for w: Writer do
    writer[w] := outside;
  end;
  reading := 0;
  writing := false;
end;

ruleset r: Reader do
  rule "a reader asks"
    reader[r] = outside
  ==>
  begin
    reader[r] := waiting;
  end;

  rule "a reader enters"
    reader[r] = waiting & !writing & forall w: Writer do writer[w] != waiting end
  ==>
  begin
    reader[r] := inside;
    reading := reading + 1;
  end;

  rule "a reader leaves"
    reader[r] = inside
  ==>
  begin
    reader[r] := outside;
    reading := reading - 1;
  end;
end;

ruleset w: Writer do
  rule "a writer asks"
    writer[w] = outside
  ==>
  begin
    writer[w] := waiting;
  end;

  rule "a writer enters"
    writer[w] = waiting & !writing & reading = 0
  ==>
  begin
    writer[w] := inside;
    writing := true;
  end;

  rule "a writer leaves"
    writer[w] = inside
  ==>
  begin
    writer[w] := outside;
    writing := false;
  end;
end;

invariant "writers_write_alone"
  writing -> reading = 0;

invariant "counted"
  (reading = 0) = forall r: Reader do reader[r] != inside end
  & writing = exists w: Writer do writer[w] = inside end;

cover "all_read"
  reading = N;

function a_writer_waits(): boolean;
begin
  return exists w: Writer do writer[w] = waiting end;
end;

--! ctl writers_get_in: AG (a_writer_waits() -> EF writing)
--! ctl readers_get_in: AG (reader[0] = waiting -> AF reader[0] = inside)
