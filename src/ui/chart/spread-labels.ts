/** Moves labels apart that would lie on each other, as little as needed, inside the chart and in their order. */
export function spreadLabels(wanted: number[], gap: number, height: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => at(wanted, a) - at(wanted, b));
  const placed = [...wanted];
  let least = gap / 2;
  for (const index of order) {
    placed[index] = Math.max(at(wanted, index), least);
    least = at(placed, index) + gap;
  }
  let most = height - gap / 2;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(at(placed, index), most);
    most = at(placed, index) - gap;
  }
  return placed;
}

function at(places: number[], index: number): number {
  return places[index] ?? 0;
}
