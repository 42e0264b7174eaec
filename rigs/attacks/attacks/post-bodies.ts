import { type Attack, repeat } from '../attack.ts';
import { ATTACKER } from '../community.ts';
import { send } from '../http.ts';

const PARAGRAPHS = 9_000;
const CODE_BYTES = 45_000;
const PER_SECOND = 3;

export const POST_BODIES: Attack = {
  name: 'post-bodies',
  title: `${PER_SECOND} posts a second of much code and ${PARAGRAPHS} paragraphs from a Lv0 account, to each process`,
  async run({ site, newcomer }, signal) {
    const line = 'const lamp = { of: [1, 2, 3], to: `everything` };\n';
    const code = line.repeat(Math.floor(CODE_BYTES / line.length));
    const body = `<pre><code class="language-js">${code}</code></pre>${'<p>a</p>'.repeat(PARAGRAPHS)}`;
    const call = {
      ...{ method: 'POST', path: '/api/studio/posts', from: ATTACKER, token: newcomer },
      body: { title: 'An expensive post', body },
    };
    await repeat(PER_SECOND, signal, () => Promise.all(site.ports.map((port) => send(port, call))));
    return [];
  },
};
