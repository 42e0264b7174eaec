import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CpuProfile, Frame } from './inspector.ts';

/** Maps a build's profile to source files and lines. */
export function inSources(profile: CpuProfile): CpuProfile {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };
  const nodes = profile.nodes.map((node) => ({ ...node, callFrame: at(node.callFrame, mapOf) }));
  return { ...profile, nodes };
}

function readMap(url: string): SourceMap | undefined {
  if (!url.startsWith('file:')) return undefined;
  const file = `${fileURLToPath(url)}.map`;
  if (!existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
}

function at(frame: Frame, mapOf: (url: string) => SourceMap | undefined): Frame {
  const entry = mapOf(frame.url)?.findEntry(frame.lineNumber, frame.columnNumber);
  if (!entry || !('originalSource' in entry)) return frame;
  const url = new URL(entry.originalSource, frame.url).href;
  return { ...frame, url, lineNumber: entry.originalLine };
}
