const ROOT = 0;
const NONE = -1;
/** Twice the nodes, so that a probe rarely meets another node. */
const LOAD = 2;

/**
 * Aho–Corasick over 16-bit symbols, for long lists of short words: one pass over the text, whatever the number of words.
 * The children of all nodes share one hash table of typed arrays; ADR 0056 has the measurements.
 */
export type Automaton = {
  /** Calls `onHit` with the index of every pattern that ends at a symbol, and the index of that symbol. */
  scan(symbols: Uint16Array, length: number, onHit: (pattern: number, last: number) => void): void;
};

export function buildAutomaton(patterns: Uint16Array[]): Automaton {
  const most = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
  const parent = new Int32Array(most);
  const symbol = new Uint16Array(most);
  /** The first pattern that ends at a node, and the next one that ends at the same node. */
  const ends = new Int32Array(most).fill(NONE);
  const next = new Int32Array(patterns.length).fill(NONE);
  const mask = 2 ** Math.ceil(Math.log2(most * LOAD)) - 1;
  const table = new Int32Array(mask + 1).fill(NONE);
  const ofRoot = new Int32Array(65_536);
  let nodes = 1;

  const slotOf = (node: number, code: number): number => {
    const hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const child = table[slot] as number;
      if (child === NONE || (parent[child] === node && symbol[child] === code)) return slot;
      slot = (slot + 1) & mask;
    }
  };

  for (const [index, pattern] of patterns.entries()) {
    let node = ROOT;
    for (const code of pattern) {
      const slot = slotOf(node, code);
      if (table[slot] === NONE) {
        parent[nodes] = node;
        symbol[nodes] = code;
        table[slot] = nodes;
        if (node === ROOT) ofRoot[code] = nodes;
        nodes += 1;
      }
      node = table[slot] as number;
    }
    if (node === ROOT) continue;
    next[index] = ends[node] as number;
    ends[node] = index;
  }

  const step = (from: number, code: number): number => {
    for (let node = from; node !== ROOT; node = fail[node] as number) {
      const child = table[slotOf(node, code)] as number;
      if (child !== NONE) return child;
    }
    return ofRoot[code] as number;
  };

  /** The longest other prefix that ends where the node does, and the nearest of them at which a pattern ends. */
  const fail = new Int32Array(nodes);
  const output = new Int32Array(nodes);
  for (const node of byDepth(parent, nodes)) {
    const above = parent[node] as number;
    const other = above === ROOT ? ROOT : step(fail[above] as number, symbol[node] as number);
    fail[node] = other;
    output[node] = ends[other] === NONE ? (output[other] as number) : other;
  }

  return {
    scan(symbols, length, onHit) {
      let node = ROOT;
      for (let at = 0; at < length; at += 1) {
        node = step(node, symbols[at] as number);
        for (let end = node; end !== ROOT; end = output[end] as number) {
          for (let hit = ends[end] as number; hit !== NONE; hit = next[hit] as number) {
            onHit(hit, at);
          }
        }
      }
    },
  };
}

/** Every node but the root, each after all that are nearer to the root. */
function byDepth(parent: Int32Array, nodes: number): Int32Array {
  const depth = new Int32Array(nodes);
  let deepest = 0;
  for (let node = 1; node < nodes; node += 1) {
    depth[node] = (depth[parent[node] as number] as number) + 1;
    deepest = Math.max(deepest, depth[node] as number);
  }
  const starts = new Int32Array(deepest + 2);
  for (let node = 1; node < nodes; node += 1) {
    const after = (depth[node] as number) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let at = 1; at < starts.length; at += 1) {
    starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  }
  const order = new Int32Array(nodes - 1);
  for (let node = 1; node < nodes; node += 1) {
    const at = depth[node] as number;
    order[starts[at] as number] = node;
    starts[at] = (starts[at] as number) + 1;
  }
  return order;
}
