-- With b, one slot too many.
var a: array [0..999] of array [0..999] of boolean;
  b: boolean; -- E: VS345
startstate b := true; end;
