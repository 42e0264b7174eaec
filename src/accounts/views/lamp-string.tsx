/** Where each lamp hangs, as a part of the wire's length, and how large its light is. */
const LAMPS = [
  [0.1, 22],
  [0.27, 34],
  [0.43, 0],
  [0.57, 46],
  [0.74, 26],
  [0.91, 38],
] as const;
const WIDTH = 480;
const SAG = 84;

/** A sagging wire with a few lamps, for decoration on the evening panel. */
export function LampString() {
  return (
    <svg class="lamp-string" viewBox={`0 0 ${WIDTH} 124`} aria-hidden="true">
      <radialGradient id="lamp-light">
        <stop stop-color="#ffbe5c" stop-opacity="0.5" />
        <stop offset="0.4" stop-color="#ffbe5c" stop-opacity="0.16" />
        <stop offset="1" stop-color="#ffbe5c" stop-opacity="0" />
      </radialGradient>
      <path d={`M0 12Q${WIDTH / 2} ${12 + 2 * SAG} ${WIDTH} 12`} />
      {LAMPS.map(([part, light]) => {
        const [x, y] = [round(WIDTH * part), round(12 + 4 * SAG * part * (1 - part))];
        return light === 0 ? (
          <circle key={part} cx={x} cy={y} r="4.5" stroke="#5d7d78" fill="#143032" />
        ) : (
          <g key={part}>
            <circle cx={x} cy={y} r={light} fill="url(#lamp-light)" />
            <circle cx={x} cy={y} r={round(3 + light / 9)} fill="#ffc766" />
          </g>
        );
      })}
    </svg>
  );
}

/** A tenth is finer than any screen shows it, and shorter to send. */
function round(length: number): number {
  return Math.round(length * 10) / 10;
}
