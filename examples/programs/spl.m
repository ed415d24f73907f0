-- A software product line, after Muschevici, Clarke and Proença: features of a product and options of how it is built,
-- each of which can be switched on and off at any time. Nothing depends on anything, so that there are 2^(n + 5) states.
--
-- Features are alike, and so are options: all that matters is how many of each are on, 6 (n + 1) orbits. A decision
-- diagram of all states has one node for each switch here, as every value of one goes with every value of the others. It
-- is a model on which plain decision diagrams are hard to beat, and exploring state by state is hopeless.
--
-- expect: reachable 30
-- expect: represented 512
-- expect: rules_fired 270
-- expect: errors holds
-- expect: deadlock holds
-- expect: everything_on holds
-- expect: off_again holds
-- expect: features_need_an_option violated
const
  N: 4;
  M: 5;

type
  Feature: scalarset(N);
  Option: scalarset(M);

var
  feature: array [Feature] of boolean;
  option: array [Option] of boolean;

startstate "all off"
begin
  for f: Feature do
    feature[f] := false;
  end;
  for o: Option do
    option[o] := false;
  end;
end;

ruleset f: Feature do
  rule "switch a feature"
    feature[f] := !feature[f];
  end;
end;

ruleset o: Option do
  rule "switch an option"
    option[o] := !option[o];
  end;
end;

cover "everything_on"
  forall f: Feature do feature[f] end & forall o: Option do option[o] end;

--! ctl off_again: AG EF (!(exists f: Feature do feature[f] end) & !(exists o: Option do option[o] end))

-- Nobody made sure of it: a feature is on, and no option is.
invariant "features_need_an_option"
  exists f: Feature do feature[f] end -> exists o: Option do option[o] end;
