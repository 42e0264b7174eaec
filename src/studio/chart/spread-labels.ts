/** Moves overlapping labels apart, as little as needed, inside the chart and in their order. */
export function spreadLabels(targets: number[], gap: number, height: number): number[] {
  const order = targets.map((_, index) => index).sort((a, b) => at(targets, a) - at(targets, b));
  const placed = [...targets];
  let least = gap / 2;
  for (const index of order) {
    placed[index] = Math.max(at(targets, index), least);
    least = at(placed, index) + gap;
  }
  let most = height - gap / 2;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(at(placed, index), most);
    most = at(placed, index) - gap;
  }
  return placed;
}

function at(positions: number[], index: number): number {
  return positions[index] ?? 0;
}
