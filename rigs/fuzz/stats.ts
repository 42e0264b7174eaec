export type FuzzStats = {
  executions: number;
  /** Edges covered, and features: edges with counts and order. */
  coverage: number;
  features: number;
  corpus: number;
  slowest_seconds: number;
  peak_rss_mb: number;
};

/** Reads the final statistics and the last progress line. */
export function readStats(log: string): FuzzStats {
  const stat = (name: string) => Number(new RegExp(`stat::${name}:\\s+(\\d+)`).exec(log)?.[1] ?? 0);
  const last = [...log.matchAll(/^#(\d+).*cov: (\d+) ft: (\d+) corp: (\d+)/gm)].at(-1) ?? [];
  return {
    executions: stat('number_of_executed_units') || Number(last[1] ?? 0),
    coverage: Number(last[2] ?? 0),
    features: Number(last[3] ?? 0),
    corpus: Number(last[4] ?? 0),
    slowest_seconds: stat('slowest_unit_time_sec'),
    peak_rss_mb: stat('peak_rss_mb'),
  };
}
