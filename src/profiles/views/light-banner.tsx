import { Fragment } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { formatMonthName } from '../../ui/months.ts';
import {
  type Bulb,
  GARLAND,
  type GarlandDay,
  hangBulbs,
  isLit,
  type MonthSpan,
} from './garland.ts';

/** Radii of a bulb and of its light, by the steps of ui/glow.ts. */
const BULB = [2.6, 2.4, 2.8, 3.3, 3.9, 4.5, 5] as const;
const HALO = [0, 10, 14, 18, 23, 28, 33] as const;
const POST = { bulb: 6.5, halo: 42 };
/** How far below the wire a bulb hangs. */
const STRING = 8;
const POST_STRING = 13;
/** The picture of the member covers what is left of it; a shorter month has no room for its name. */
const LABEL_FROM = 150;
const LABEL_ROOM = 60;

/** The last ninety days on the wire: a small lamp is the energy of a day, a large one a post. */
export function LightBanner({ visit, days }: { visit: PageView; days: GarlandDay[] }) {
  const { t, locale } = visit;
  const { width, height } = GARLAND;
  const { spans, bulbs } = hangBulbs(days);
  const lit = days.filter(isLit).length;
  const published = days.filter(({ posts }) => posts > 0).length;
  const numbers = { days: days.length, lit, published };
  const [before, after] = t('space.light.lit', { ...numbers, lit: '|' }).split('|');
  const key = lit === 0 ? 'dark' : published === 0 ? 'lit' : 'lit_and_published';
  return (
    <div class="dusk space-banner">
      <p class="space-banner-note" aria-hidden="true">
        {lit === 0 ? (
          <span>{t('space.light.dark', numbers)}</span>
        ) : (
          <span>
            {before}
            <b>{lit}</b>
            {after}
          </span>
        )}
        {published > 0 ? <span class="meta">{t('space.light.large')}</span> : null}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMaxYMid slice"
        role="img"
        aria-label={t(`space.light.${key}`, numbers)}
      >
        <radialGradient id="halo">
          <stop offset="0" stop-color="#ffc15c" stop-opacity=".6" />
          <stop offset=".4" stop-color="#ffb54a" stop-opacity=".2" />
          <stop offset="1" stop-color="#ffb54a" stop-opacity="0" />
        </radialGradient>
        <path
          fill="#0c1f21"
          fill-opacity=".6"
          d="M0 208V174C193 146 322 186 536 172S879 142 1072 178V208Z"
        />
        <Wire spans={spans} bulbs={bulbs} />
        <Lamps bulbs={bulbs} />
        <g fill="#b7c6bf" font-size="12" text-anchor="middle">
          {spans.filter(hasRoom).map(({ month, from, to }) => (
            <text key={month} x={middle(from, to)} y={height - 15}>
              {formatMonthName(month, locale)}
            </text>
          ))}
        </g>
      </svg>
    </div>
  );
}

function Wire({ spans, bulbs }: { spans: MonthSpan[]; bulbs: Bulb[] }) {
  const { top, height } = GARLAND;
  const poles = spans.slice(1).map(({ from }) => `M${from} ${top - 4}V${height}`);
  const wires = spans.map(
    ({ from, to, sag }) => `M${from} ${top}Q${middle(from, to)} ${top + sag} ${to} ${top}`,
  );
  const strings = bulbs.map((bulb) => `M${bulb.x} ${bulb.y}v${stringOf(bulb)}`);
  return (
    <g fill="none" stroke="#4b6e69">
      <path stroke-width="2" d={poles.join('')} />
      <path stroke="#6b8f89" d={wires.join('')} />
      <path d={strings.join('')} />
    </g>
  );
}

function Lamps({ bulbs }: { bulbs: Bulb[] }) {
  const lit = bulbs.filter(({ post, glow }) => post || glow > 0);
  return (
    <>
      <g fill="url(#halo)">
        {lit.map((bulb) => (
          <circle
            key={bulb.x}
            cx={Math.round(bulb.x)}
            cy={Math.round(bulb.y + stringOf(bulb))}
            r={bulb.post ? POST.halo : HALO[bulb.glow]}
          />
        ))}
      </g>
      <g stroke-linecap="round">
        {BULB.map((radius, glow) => {
          const dots = dotsOf(bulbs.filter((bulb) => !bulb.post && bulb.glow === glow));
          // An unlit bulb is a ring: a smaller dot upon a dot.
          return glow === 0 ? (
            <Fragment key={glow}>
              <path stroke="#5d7d78" stroke-width={2 * radius + 1} d={dots} />
              <path stroke="#143032" stroke-width={2 * radius - 1} d={dots} />
            </Fragment>
          ) : (
            <path key={glow} stroke="#ffb84d" stroke-width={2 * radius} d={dots} />
          );
        })}
        <path
          stroke="#ffdf9e"
          stroke-width={2 * POST.bulb}
          d={dotsOf(bulbs.filter(({ post }) => post))}
        />
      </g>
    </>
  );
}

/** Lines without length, which their round ends make dots: a quarter of the bytes of circles. */
function dotsOf(bulbs: Bulb[]): string {
  return bulbs
    .map((bulb) => `M${bulb.x} ${Math.round(10 * (bulb.y + stringOf(bulb))) / 10}h0`)
    .join('');
}

function stringOf({ post }: Bulb): number {
  return post ? POST_STRING : STRING;
}

function middle(from: number, to: number): number {
  return Math.round((from + to) / 2);
}

function hasRoom({ from, to }: MonthSpan): boolean {
  return to - from >= LABEL_ROOM && middle(from, to) >= LABEL_FROM;
}
