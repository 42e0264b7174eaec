import type pg from 'pg';
import { endWith, recordingSpan, type Tracing } from '../tracing/tracing.ts';
import { BEGIN } from './begin.ts';
import { summarizeSql } from './summary.ts';

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client;

/**
 * A client with a span for each statement that somebody's recorded work sends; BEGIN has none, because it travels with the
 * statement behind it. The pool uses this class only while traces are on, so otherwise a statement costs what it did.
 */
export function tracedClient(Client: ClientClass, tracing: Tracing): ClientClass {
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; only (text, values) is traced.
    override query(text: any, values?: any, callback?: any): any {
      const parent = recordingSpan();
      const isPlain = typeof text === 'string' && Array.isArray(values) && !callback;
      if (!parent || !isPlain || BEGIN.test(text)) return super.query(text, values, callback);
      const summary = summarizeSql(text);
      const span = tracing.startChild(parent, summary, { kind: 'client', attributes: SYSTEM });
      return endWith(span, super.query(text, values) as unknown as Promise<unknown>);
    }
  };
}

const SYSTEM = { 'db.system.name': 'postgresql' };
