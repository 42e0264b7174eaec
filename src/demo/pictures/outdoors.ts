import {
  box,
  disc,
  glow,
  HEIGHT,
  type Palette,
  repeat,
  ridge,
  round,
  sky,
  stroke,
  WIDTH,
} from './svg.ts';

export function hills({ tone, random }: Palette): string {
  const x = random.between(560, 800);
  return [
    sky(tone(20, 55, 90), tone(0, 50, 80), tone(-15, 45, 72)),
    glow(x, 170, 150, tone(40, 90, 80)),
    disc(x, 170, 52, tone(40, 92, 84)),
    ridge(random, 300, 50, tone(0, 30, 66)),
    ridge(random, 360, 46, tone(0, 32, 52)),
    ridge(random, 420, 40, tone(-6, 36, 39)),
    ridge(random, 480, 26, tone(-10, 42, 27)),
  ].join('');
}

export function sea({ tone, random }: Palette): string {
  const x = random.between(280, 680);
  const sail = random.between(160, 760);
  return [
    sky(tone(30, 60, 88), tone(16, 62, 78), tone(0, 50, 62)),
    glow(x, 262, 170, tone(40, 92, 82)),
    disc(x, 262, 60, tone(42, 95, 85)),
    box([0, 292, WIDTH, HEIGHT - 292], tone(0, 46, 42)),
    repeat(46, (index) => {
      const y = 300 + index * 5.2;
      const width = random.between(20, 120) * (0.4 + index / 40);
      return box(
        [x - width / 2 + random.between(-90, 90), y, width, 2.4],
        tone(36, 80, 80),
        `opacity="${round(0.55 - index * 0.009)}" rx="1"`,
      );
    }),
    `<path d="M${round(sail)} 330 l46 0 l-10 13 l-28 0z M${round(sail + 22)} 326 l0 -62 l30 56z" fill="${tone(-12, 40, 22)}"/>`,
  ].join('');
}

export function city({ tone, random }: Palette): string {
  const row = (base: number, fill: string, light: string, lit: number) => {
    let x = -20;
    let svg = '';
    while (x < WIDTH) {
      const width = random.between(54, 104);
      const height = random.between(90, 250);
      const top = base - height;
      svg += box([x, top, width, HEIGHT - top], fill);
      for (let wx = x + 10; wx < x + width - 14; wx += 18)
        for (let wy = top + 14; wy < HEIGHT - 20; wy += 24)
          if (random.bool(lit)) svg += box([wx, wy, 8, 11], light, 'rx="1"');
      x += width + random.between(2, 12);
    }
    return svg;
  };
  return [
    sky(tone(0, 46, 18), tone(10, 44, 30), tone(30, 52, 48)),
    disc(790, 104, 36, tone(50, 70, 88)),
    row(430, tone(0, 30, 26), tone(40, 80, 70), 0.14),
    row(520, tone(-6, 36, 14), tone(42, 92, 72), 0.26),
  ].join('');
}

export function rain({ tone, random }: Palette): string {
  return [
    sky(tone(0, 22, 62), tone(0, 24, 50), tone(0, 28, 36)),
    ridge(random, 380, 30, tone(0, 22, 38)),
    ridge(random, 440, 24, tone(0, 26, 28)),
    repeat(120, () => {
      const x = random.between(-20, WIDTH + 20);
      const y = random.between(-20, HEIGHT);
      const length = random.between(14, 38);
      const path = `M${round(x)} ${round(y)} l${round(-length * 0.22)} ${round(length)}`;
      return stroke(path, tone(0, 40, 88), 1.6, `opacity="${round(random.between(0.2, 0.6))}"`);
    }),
    // A person under an umbrella.
    `<path d="M420 372 a76 66 0 0 1 152 0z" fill="${tone(170, 58, 56)}"/>`,
    stroke('M496 372 l0 62', tone(0, 20, 20), 4),
    `<path d="M474 404 q22 -26 44 0 l10 92 l-64 0z" fill="${tone(0, 30, 18)}"/>`,
  ].join('');
}

export function stars({ tone, random }: Palette): string {
  const tilt = random.between(-24, 24);
  return [
    sky(tone(0, 58, 9), tone(8, 52, 17), tone(24, 46, 32)),
    `<g transform="rotate(${round(tilt)} 480 200)">${repeat(
      9,
      (index) =>
        `<ellipse cx="480" cy="190" rx="${640 - index * 30}" ry="${92 - index * 9}" fill="${tone(30, 50, 70)}" opacity="0.045"/>`,
    )}</g>`,
    repeat(190, () => {
      const y = random.next() ** 1.3 * 420;
      const size = random.bool(0.08) ? random.between(1.8, 2.9) : random.between(0.5, 1.4);
      const opacity = round(random.between(0.4, 1));
      return disc(
        random.between(0, WIDTH),
        y,
        size,
        tone(random.between(-20, 60), 60, 92),
        opacity,
      );
    }),
    ridge(random, 440, 34, tone(0, 40, 9)),
    ridge(random, 490, 20, tone(0, 44, 5)),
  ].join('');
}

export function forest({ tone, random }: Palette): string {
  const tree = (x: number, base: number, height: number, fill: string) =>
    [0, 0.3, 0.56]
      .map((lift) => {
        const top = base - height + height * 0.12 * (1 - lift);
        const low = base - height * lift;
        const half = height * (0.25 - lift * 0.2);
        return `<path d="M${round(x)} ${round(top)} L${round(x + half)} ${round(low)} L${round(x - half)} ${round(low)}Z" fill="${fill}"/>`;
      })
      .join('');
  const row = (base: number, height: number, fill: string, gap: number) => {
    let svg = '';
    for (let x = random.between(-20, 20); x < WIDTH + 30; x += random.between(gap, gap * 1.7))
      svg += tree(x, base + random.between(-8, 8), height * random.between(0.75, 1.2), fill);
    return svg;
  };
  return [
    sky(tone(30, 46, 90), tone(10, 40, 82), tone(0, 34, 72)),
    glow(random.between(200, 760), 150, 140, tone(50, 80, 88)),
    row(400, 150, tone(0, 24, 62), 34),
    row(470, 210, tone(-4, 30, 43), 52),
    row(560, 290, tone(-8, 38, 24), 84),
    ridge(random, 520, 10, tone(-8, 40, 18)),
  ].join('');
}

export function bridge({ tone, random }: Palette): string {
  const arch = (x: number, width: number) =>
    `M${x} 356 a${width / 2} ${width / 2.4} 0 0 1 ${width} 0`;
  return [
    sky(tone(24, 56, 88), tone(10, 48, 78), tone(0, 40, 66)),
    disc(random.between(130, 320), 130, 44, tone(40, 88, 84)),
    ridge(random, 300, 34, tone(0, 26, 62)),
    box([0, 356, WIDTH, 200], tone(0, 38, 46)),
    `<path d="M0 356 L0 300 Q480 190 960 300 L960 356Z" fill="${tone(-20, 30, 30)}"/>`,
    [96, 372, 648].map((x) => `<path d="${arch(x, 216)}Z" fill="${tone(4, 34, 56)}"/>`).join(''),
    repeat(15, (index) => {
      const x = 50 + index * 61;
      const y = 300 - 55 * (1 - ((x - 480) / 480) ** 2);
      return box([x, y - 22, 5, 26], tone(-20, 30, 26));
    }),
    stroke('M0 276 Q480 166 960 276', tone(-20, 30, 26), 5),
    repeat(24, () => {
      const y = random.between(372, 530);
      return box(
        [random.between(0, 900), y, random.between(30, 130), 2.4],
        tone(10, 50, 72),
        'opacity="0.4" rx="1"',
      );
    }),
  ].join('');
}
