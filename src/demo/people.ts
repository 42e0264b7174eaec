import { akira } from './community/akira.ts';
import { azhe } from './community/azhe.ts';
import { banlu } from './community/banlu.ts';
import { chaqi } from './community/chaqi.ts';
import { dengzhu } from './community/dengzhu.ts';
import { ellis } from './community/ellis.ts';
import { guxing } from './community/guxing.ts';
import { hana } from './community/hana.ts';
import { hexian } from './community/hexian.ts';
import { heyun } from './community/heyun.ts';
import { huanhu } from './community/huanhu.ts';
import { jiuying } from './community/jiuying.ts';
import { jules } from './community/jules.ts';
import { lianhe } from './community/lianhe.ts';
import { linxi } from './community/linxi.ts';
import { manman } from './community/manman.ts';
import { mara } from './community/mara.ts';
import { muyu } from './community/muyu.ts';
import { noor } from './community/noor.ts';
import { oskar } from './community/oskar.ts';
import { priya } from './community/priya.ts';
import { sanwan } from './community/sanwan.ts';
import { shanli } from './community/shanli.ts';
import { suanpan } from './community/suanpan.ts';
import { tangtang } from './community/tangtang.ts';
import { tomas } from './community/tomas.ts';
import { wren } from './community/wren.ts';
import { xiaowu } from './community/xiaowu.ts';
import { xunye } from './community/xunye.ts';
import { yejian } from './community/yejian.ts';
import { yuer } from './community/yuer.ts';
import type { DemoMember } from './community.ts';
import { READERS } from './readers.ts';

/** Everybody, those who write before those who read. */
export const PEOPLE: DemoMember[] = [
  akira,
  azhe,
  banlu,
  chaqi,
  dengzhu,
  ellis,
  guxing,
  hana,
  hexian,
  heyun,
  huanhu,
  jiuying,
  jules,
  lianhe,
  linxi,
  manman,
  mara,
  muyu,
  noor,
  oskar,
  priya,
  sanwan,
  shanli,
  suanpan,
  tangtang,
  tomas,
  wren,
  xiaowu,
  xunye,
  yejian,
  yuer,
  ...READERS,
];
