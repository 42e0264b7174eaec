/** Moves overlapping labels apart, as little as needed, inside the chart and in their order. */
export function spreadLabels(targets: number[], gap: number, height: number): number[] {
  const order = targets.map((_, index) => index).sort((a, b) => at(targets, a) - at(targets, b));
  const positions = [...targets];
  let least = gap / 2;
  for (const index of order) {
    positions[index] = Math.max(at(targets, index), least);
    least = at(positions, index) + gap;
  }
  let most = height - gap / 2;
  for (const index of order.toReversed()) {
    positions[index] = Math.min(at(positions, index), most);
    most = at(positions, index) - gap;
  }
  return positions;
}

function at(positions: number[], index: number): number {
  return positions[index] ?? 0;
}
