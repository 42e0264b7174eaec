import type { DemoMember } from '../community.ts';

export const tomas: DemoMember = {
  key: 'tomas',
  username: 'Tomás',
  signature: 'Keyboards, small circuits, burnt fingertips. Porto.',
  joined: 152,
  presence: 0.72,
  posts: [
    {
      title: 'Why one key press sometimes counts as two',
      days_ago: 69,
      picture: {
        scene: 'diagram',
        hue: 205,
        alt: 'A line diagram with connected points, like a signal drawn over time',
      },
      body: `<p>My neighbour brought me her keyboard because it had begun to write “lettters”. She thought she was getting old. She isn’t: her T key is. Here is what happens inside, and the dozen lines that hide it from you.</p>
<h2>Metal bounces</h2>
<p>A switch looks like the most digital thing in the world, open or closed. It is really two springy pieces of metal that hit each other. When they meet they bounce, as a spoon does on a tile floor, only faster: open, closed, open, closed, for a millisecond or a few, until they lie still. A person feels one press. A controller that looks a thousand times per second sees a small riot.</p>
<figure><img src="{picture}" alt="A line diagram with connected points, like a signal drawn over time"><figcaption>What you feel is one step. What the pin sees is a discussion.</figcaption></figure>
<p>New switches settle within a millisecond or so; many data sheets promise five at most. Worn or dirty contacts take longer, and that is how you get a third T.</p>
<h2>Wait until it is quiet</h2>
<p>The classic cure is patience. Believe a change only when it has stayed the same for five looks in a row:</p>
<pre><code class="language-c">#include &lt;stdbool.h&gt;
#include &lt;stdint.h&gt;

#define SETTLE_MS 5

struct key {
    bool pressed;
    uint8_t unsettled;
};

/* Call once per millisecond. True when the key has really changed. */
bool key_settle(struct key *key, bool closed) {
    if (closed == key-&gt;pressed) {
        key-&gt;unsettled = 0;
        return false;
    }
    if (++key-&gt;unsettled &lt; SETTLE_MS) return false;
    key-&gt;pressed = closed;
    key-&gt;unsettled = 0;
    return true;
}</code></pre>
<p>Note the first branch. Every time the contact falls back, the count starts again, so a bounce can never add up to a press. I have seen (fine, I have written) versions that forget this reset, and they work beautifully for about a year, until the switches wear.</p>
<h2>Or act at once, then go deaf</h2>
<p>The patient way costs five milliseconds on every press. You will not notice that while writing letters. In a rhythm game you might. So there is the eager way: believe the very first contact, then ignore the key for a while.</p>
<pre><code class="language-c">struct eager_key {
    bool pressed;
    uint8_t deaf_ms;
};

bool key_eager(struct eager_key *key, bool closed) {
    if (key-&gt;deaf_ms &gt; 0) {
        key-&gt;deaf_ms--;
        return false;
    }
    if (closed == key-&gt;pressed) return false;
    key-&gt;pressed = closed;
    key-&gt;deaf_ms = SETTLE_MS;
    return true;
}</code></pre>
<p>No delay at all. The price: it trusts a single sample, so a spark of electrical noise becomes a letter.</p>
<table><thead><tr><th></th><th>Patient</th><th>Eager</th></tr></thead><tbody>
<tr><td>Delay of a press</td><td>about 5 ms</td><td>none</td></tr>
<tr><td>Bounce after the first contact</td><td>hidden</td><td>hidden, if shorter than 5 ms</td></tr>
<tr><td>A stray pulse of noise</td><td>hidden</td><td>typed</td></tr>
<tr><td>Good for</td><td>long wires, old switches</td><td>short wires, fast hands</td></tr>
</tbody></table>
<h2>And the neighbour?</h2>
<p>I raised the wait from five to twelve milliseconds, and her T has been a single letter since. It is not a repair, mind you. The contact is still dying in there. I have only taught the keyboard to be polite about it.</p>`,
      comments: [
        {
          by: 'xiaowu',
          text: '第一个版本的 reset 分支是精髓。我见过直接 delay(5) 再读一次的，整个扫描循环都被它拖住了。',
          replies: [
            { by: 'tomas', text: 'Sixty keys times five milliseconds. A keyboard by post.' },
          ],
        },
        {
          by: 'oskar',
          text: 'This is alert hysteresis. “Only page when it has been bad for five checks in a row.” Now I have a picture for it.',
        },
        {
          by: 'heyun',
          text: 'May I use this in class? We have an oscilloscope, and nobody ever believes me that a button bounces.',
          replies: [
            {
              by: 'tomas',
              text: 'Please do! Take the cheapest push button you can find. The cheap ones put on the best show.',
            },
            {
              by: 'heyun',
              text: 'We did it on Tuesday. Eleven bounces on one press. They cheered.',
            },
          ],
        },
        {
          by: 'azhe',
          text: '前端的 debounce 和 throttle 原来是从这里借的词，今天才连起来。',
        },
        {
          by: 'suanpan',
          text: 'Eager with a patient release would give you both: instant presses, and noise can only make short ones.',
          replies: [
            {
              by: 'tomas',
              text: 'Yes! Asymmetric. Several firmwares offer exactly that, and I should have had a third column.',
            },
          ],
        },
      ],
    },
    {
      title: 'I soldered the diodes backwards. All sixty-one.',
      days_ago: 44,
      body: `<p>Saturday, coffee, radio, a fresh board, a bag of little glass diodes. Each has a black band at one end, and on the board each has a white line. Band to line. A child could do it. I did it sixty-one times, with great inner peace, band <em>away from</em> line.</p>
<p>For those who have never opened a keyboard: sixty-one keys do not need sixty-one wires. You lay a grid of rows and columns, put a key on each crossing, switch on one column at a time and look which rows answer. Five rows and fourteen columns is nineteen pins rather than sixty-one. Lovely.</p>
<p>Except that when you hold three corners of a rectangle, the current finds its way round through the three closed keys and the fourth corner appears pressed too. We call that a ghost. The diode on each key is a one-way street, and it is why there are no ghosts.</p>
<p>One-way streets all the wrong way round, though, mean no ghosts and no keys either. I plugged it in and nothing happened, at great length.</p>
<p>So I desoldered. I had done nine of them (each takes about four minutes, since the legs are bent and the board is stubborn) when I went to the firmware’s documentation to look up something else, and saw there, in the second paragraph, a setting called <em>diode direction</em>. It has two values. Mine was set to the other one.</p>
<p>Because of course: it does not matter which way the streets go as long as they <em>all</em> go the same way. You just look from the other side, switch on the rows and read the columns.</p>
<p>So then I had nine diodes the right way round and fifty-two the wrong way, and for the first time that day it mattered.</p>
<p>I turned the nine back. Changed one word. It works. I am writing to you on it.</p>`,
      comments: [
        {
          by: 'muyu',
          text: '木工版本：榫头全做反了，最后发现把整张桌子翻个面就行。',
          replies: [
            {
              by: 'tomas',
              text: 'I translated this, then laughed until the dog came to look. Turn the table over. Yes.',
            },
          ],
        },
        {
          by: 'oskar',
          text: '“Nothing happened, at great length” is going into my next incident report.',
        },
        {
          by: 'priya',
          text: 'Consistency over correctness! It is the eventual consistency of soldering.',
        },
        {
          by: 'wren',
          text: 'The part where the nine corrected ones became the faulty ones is a whole novel.',
        },
        {
          by: 'kankan',
          text: 'Does five by fourteen not make seventy?',
          replies: [
            {
              by: 'tomas',
              text: 'It does. Nine crossings stay empty, mostly under the space bar. The grid doesn’t mind.',
            },
          ],
        },
      ],
    },
    {
      title: 'A night light in five parts',
      days_ago: 17,
      picture: {
        scene: 'lantern',
        hue: 48,
        alt: 'A warm lantern glowing against a dark blue background',
      },
      body: `<p>My niece wanted a light that comes on by itself when it gets dark. No controller, no app, nothing to update. Five parts and three AA batteries:</p>
<ul><li>a light-dependent resistor: few kilohms in daylight, hundreds in the dark</li><li>a 22 kΩ resistor</li><li>any small NPN transistor</li><li>a white LED</li><li>a 100 Ω resistor for the LED</li></ul>
<figure><img src="{picture}" alt="A warm lantern glowing against a dark blue background"><figcaption>The finished light, in spirit. The real one lives in a jam jar.</figcaption></figure>
<p>The 22 kΩ goes from plus to the transistor’s base, the light resistor from the base to minus. Together they share the 4.5 V. In the light, the lower one is small and holds the base near zero: transistor off. In the dark it grows, the base rises, and at roughly 0.6 V the transistor begins to conduct. The LED with its 100 Ω hangs between plus and the collector.</p>
<p>Where does it switch? When the light resistor gets this large:</p>
<pre><code class="language-python">def switches_at(upper_ohms, supply=4.5, base=0.6):
    return upper_ohms * base / (supply - base)

for upper in (10_000, 22_000, 47_000):
    print(upper, round(switches_at(upper)))
# 10000 1538
# 22000 3385
# 47000 7231</code></pre>
<p>So a larger upper resistor waits for a darker room, but it also feeds the base less. With 47 kΩ and an average transistor, my LED came on looking ashamed. 22 kΩ is the happy middle.</p>
<p>In the dark the LED takes about 13 mA: 4.5 V, less 3.0 for the LED and 0.2 for the transistor, over 100 Ω. Eight hours a night from 2000 mAh cells is about eighteen nights. She calls that “nearly until my birthday”, and has started to count.</p>`,
      comments: [
        {
          by: 'yuer',
          text: '周末和孩子照着做了一个，果酱瓶也用上了。孩子一直在用手捂着它看它亮。谢谢！',
          replies: [
            {
              by: 'tomas',
              text: 'The hand over the sensor is the best part. Mine did it for an hour.',
            },
          ],
        },
        {
          by: 'shanli',
          text: 'Can I use rechargeable cells?',
          replies: [
            {
              by: 'tomas',
              text: 'Three of them give 3.6 V, which leaves a white LED almost nothing. With a red one (about 2 V) it works well. Or take four cells.',
            },
          ],
        },
        {
          by: 'heyun',
          text: 'A voltage divider that a child asked for. I have been looking for this example for ten years.',
        },
        {
          by: 'noor',
          text: 'I like that the parts list is shorter than that of any of my recipes.',
        },
      ],
    },
    {
      title: 'Forty-two keys: notes from the first month',
      days_ago: 1,
      state: 'draft',
      body: `<p>A month ago I cut my keyboard down to forty-two keys in two halves. Things I did not expect:</p>
<ul><li>Week one: eleven words per minute. I answered e-mail with “Yes.” and “No.” and somebody asked whether I was angry.</li><li>The number row moved under my fingers, on a second layer, and I stopped looking down. That never happened in twenty years of a number row.</li><li>My shoulders. With the halves apart, they go back to where shoulders live.</li><li>I still reach for Escape with my whole arm, like a man waving for a taxi.</li></ul>
<p>Speed is back to normal now. Passwords are not: my fingers knew them, and I didn’t.</p>
<p><em>To do: a picture of the layout. Ask Hana whether the legends should be centred.</em></p>`,
      comments: [],
    },
  ],
};
