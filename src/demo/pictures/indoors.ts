import { box, disc, glow, HEIGHT, type Palette, repeat, round, sky, stroke, WIDTH } from './svg.ts';

const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"/>`;

function table({ tone }: Palette, y: number): string {
  return [
    box([0, y, WIDTH, HEIGHT - y], tone(0, 34, 42)),
    repeat(5, (index) =>
      box([0, y + 18 + index * 34, WIDTH, 1.6], tone(0, 34, 34), 'opacity="0.6"'),
    ),
  ].join('');
}

function steam({ tone, random }: Palette, x: number, y: number): string {
  return repeat(3, (index) => {
    const from = x - 44 + index * 44;
    const swing = random.between(18, 34);
    const path = `M${round(from)} ${y} c${round(-swing)} -40 ${round(swing)} -66 0 -108 s${round(-swing)} -56 4 -92`;
    return stroke(path, tone(20, 40, 94), 7, 'opacity="0.38"');
  });
}

export function tea(palette: Palette): string {
  const { tone } = palette;
  return [
    sky(tone(10, 36, 88), tone(0, 34, 78)),
    box([620, 40, 230, 250], tone(30, 46, 92), 'rx="6"'),
    stroke('M735 40 l0 250 M620 165 l230 0', tone(0, 26, 66), 6),
    table(palette, 372),
    steam(palette, 420, 250),
    ellipse(420, 428, 170, 22, tone(0, 36, 30)),
    `<path d="M292 268 h256 c0 96 -44 148 -128 148 s-128 -52 -128 -148z" fill="${tone(-30, 20, 92)}"/>`,
    stroke('M546 292 c72 -6 74 88 -18 92', tone(-30, 20, 92), 18),
    ellipse(420, 268, 128, 22, tone(-30, 16, 82)),
    ellipse(420, 271, 110, 16, tone(24, 68, 42)),
    ellipse(700, 438, 76, 16, tone(0, 36, 32)),
    `<path d="M640 376 h120 c0 40 -18 62 -60 62 s-60 -22 -60 -62z" fill="${tone(-30, 24, 86)}"/>`,
    ellipse(700, 376, 60, 11, tone(24, 62, 48)),
  ].join('');
}

export function lantern({ tone, random }: Palette): string {
  const one = (x: number, y: number, size: number) =>
    [
      stroke(`M${round(x)} -10 L${round(x)} ${round(y - size)}`, tone(0, 30, 16), 3),
      glow(x, y, size * 2.5, tone(30, 95, 66)),
      ellipse(x, y, size * 0.84, size, tone(16, 86, 58)),
      ellipse(x, y, size * 0.5, size, tone(26, 92, 66)),
      ellipse(x, y, size * 0.18, size, tone(36, 96, 76)),
      box([x - size * 0.4, y - size - 6, size * 0.8, 12], tone(0, 40, 20), 'rx="3"'),
      box([x - size * 0.4, y + size - 6, size * 0.8, 12], tone(0, 40, 20), 'rx="3"'),
      repeat(5, (index) => {
        const from = x - size * 0.24 + index * size * 0.12;
        return stroke(
          `M${round(from)} ${round(y + size + 6)} l0 ${round(size * 0.55)}`,
          tone(20, 80, 56),
          2.4,
        );
      }),
    ].join('');
  return [
    sky(tone(0, 44, 11), tone(8, 42, 19), tone(20, 46, 28)),
    repeat(26, () =>
      disc(
        random.between(0, WIDTH),
        random.between(0, HEIGHT),
        random.between(1, 3),
        tone(36, 90, 76),
        0.4,
      ),
    ),
    one(random.between(150, 220), 210, 54),
    one(random.between(450, 520), 290, 92),
    one(random.between(740, 820), 180, 62),
  ].join('');
}

export function books({ tone, random }: Palette): string {
  const bookcase = (y: number) => {
    let svg = '';
    let x = 56;
    while (x < 870) {
      const width = random.between(22, 52);
      const height = random.between(104, 146);
      const lean = random.bool(0.1) ? ` transform="rotate(8 ${round(x)} ${y})"` : '';
      const fill = tone(random.between(-50, 70), 38, random.between(34, 66));
      svg += box([x, y - height, width, height], fill, `rx="3"${lean}`);
      svg += box([x + 5, y - height + 16, width - 10, 4], tone(30, 50, 86), `opacity="0.7"${lean}`);
      x += width + (lean ? 20 : 4);
    }
    return svg + box([30, y, WIDTH - 60, 16], tone(0, 32, 26), 'rx="3"');
  };
  return [sky(tone(10, 34, 84), tone(0, 32, 72)), bookcase(176), bookcase(346), bookcase(516)].join(
    '',
  );
}

export function diagram({ tone, random }: Palette): string {
  const points = Array.from({ length: 7 }, (_, index) => ({
    x: 140 + index * 112,
    y: 400 - index * 28 + random.between(-66, 66),
  }));
  const line = points
    .map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`)
    .join(' ');
  return [
    box([0, 0, WIDTH, HEIGHT], tone(0, 30, 97)),
    repeat(8, (index) => box([100, 90 + index * 48, 760, 1.4], tone(0, 24, 86))),
    repeat(7, (index) =>
      box(
        [116 + index * 112, 440 - (index + 2) * 22, 48, (index + 2) * 22 - 12],
        tone(30, 46, 82),
        'rx="3"',
      ),
    ),
    stroke('M100 70 L100 428 L870 428', tone(0, 26, 40), 4),
    `<path d="${line} L812 428 L140 428Z" fill="${tone(0, 60, 60)}" opacity="0.12"/>`,
    stroke(line, tone(0, 62, 48), 6),
    points
      .map(({ x, y }) => disc(x, y, 11, tone(0, 30, 97)) + disc(x, y, 7, tone(0, 62, 48)))
      .join(''),
  ].join('');
}

export function bowl(palette: Palette): string {
  const { tone, random } = palette;
  return [
    sky(tone(0, 38, 84), tone(0, 34, 74)),
    table(palette, 350),
    steam(palette, 480, 226),
    ellipse(480, 448, 220, 26, tone(0, 36, 28)),
    `<path d="M276 262 h408 c-4 108 -78 176 -204 176 s-200 -68 -204 -176z" fill="${tone(190, 36, 38)}"/>`,
    `<path d="M284 306 h392 c-3 14 -7 26 -12 38 h-368 c-5 -12 -9 -24 -12 -38z" fill="${tone(190, 30, 88)}"/>`,
    ellipse(480, 262, 204, 42, tone(190, 30, 80)),
    ellipse(480, 266, 184, 34, tone(16, 66, 46)),
    repeat(9, (index) => {
      const x = 330 + index * 34;
      return stroke(
        `M${x} ${round(262 + random.between(-8, 8))} q26 ${round(random.between(-26, 26))} 62 4`,
        tone(30, 78, 80),
        6,
      );
    }),
    disc(566, 254, 27, tone(30, 30, 96)) + disc(566, 254, 13, tone(24, 92, 60)),
    repeat(14, () =>
      ellipse(random.between(340, 620), random.between(250, 284), 6, 3.4, tone(86, 54, 42)),
    ),
    stroke('M640 150 L824 366 M664 138 L852 352', tone(0, 40, 22), 8),
  ].join('');
}
