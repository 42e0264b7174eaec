/** The visible part of a picture: at zoom 1 the shorter side fills the frame. */
export type Frame = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };

export const START: Frame = { zoom: 1, x: 0.5, y: 0.5 };
export const ZOOM_MAX = 4;

/** The visible square in pixels of the picture. `x` and `y` are its centre, from 0 to 1. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Frame) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** Moves by fractions of the frame, zooms by a factor, and keeps the frame inside the picture. */
export function moveFrame(
  size: Size,
  frame: Frame,
  by: { x?: number; y?: number; zoom?: number },
): Frame {
  const zoom = clamp(1, ZOOM_MAX, frame.zoom * (by.zoom ?? 1));
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return {
    zoom,
    x: clamp(halfX, 1 - halfX, frame.x + ((by.x ?? 0) * side) / size.width),
    y: clamp(halfY, 1 - halfY, frame.y + ((by.y ?? 0) * side) / size.height),
  };
}

function clamp(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value));
}
