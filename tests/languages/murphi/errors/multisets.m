-- Multisets and the names of their elements.
type Message: record from: 0..3 end;
  Net: multiset [3] of Message;
  Other: multiset [3] of boolean;
var net: Net; other: Other; x: 0..3; m: Message;
startstate
  multisetadd(x, net); -- E: VS340
  multisetadd(m, x); -- E: VS350
  multisetremove(x, net); -- E: VS350 hint: `choose`
  multisetremovepred(i: net, i.from = 1); -- E: VS350
  x := net[1].from; -- E: VS350 hint: introduce such names
  multisetremovepred(i: net, net[i].from = 1 & other[i]); -- E: VS350
  x := multisetcount(i: net, net[i].from); -- E: VS301
end;
choose i: net do rule i = 1 ==> multisetremove(i, other) end end; -- E: VS350
choose i: x do rule net[i].from = 1 ==> end end; -- E: VS350
choose i: net do liveness net[i].from = 1 end; -- E: VS354
