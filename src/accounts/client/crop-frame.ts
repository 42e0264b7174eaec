/** What of a picture is in the frame: the smallest side fills it at zoom 1, and no edge ever shows. */
export type Frame = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };

export const START: Frame = { zoom: 1, x: 0.5, y: 0.5 };
export const ZOOM_MAX = 4;

/** The square of the picture that is shown, in its own pixels. `x` and `y` are its middle, from 0 to 1. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Frame) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** Moved by parts of the frame, zoomed by a factor, and brought back where it would leave the picture. */
export function moved(
  size: Size,
  frame: Frame,
  by: { x?: number; y?: number; zoom?: number },
): Frame {
  const zoom = between(1, ZOOM_MAX, frame.zoom * (by.zoom ?? 1));
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return {
    zoom,
    x: between(halfX, 1 - halfX, frame.x + ((by.x ?? 0) * side) / size.width),
    y: between(halfY, 1 - halfY, frame.y + ((by.y ?? 0) * side) / size.height),
  };
}

function between(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value));
}
