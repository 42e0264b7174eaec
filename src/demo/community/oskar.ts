import type { DemoMember } from '../community.ts';

export const oskar: DemoMember = {
  key: 'oskar',
  username: 'Oskar',
  signature: 'Operations. If you don’t hear from me, it is working.',
  joined: 214,
  presence: 0.68,
  posts: [
    {
      title: 'The week I deleted forty alerts',
      days_ago: 79,
      body: `<p>We had fifty-eight alerts. I know, because I printed them and put them on a wall. Beside each I wrote three numbers from the last ninety days: how often it fired, how often somebody did something about it, and how often that something was of any use.</p>
<p>For forty of the fifty-eight, the last number was zero.</p>
<p>Not low. Zero. They had woken people two hundred and six times in order to let them look at a graph, sigh, and go back to bed. We called it vigilance.</p>
<p>So I proposed a rule, and it is the only one that I have ever got a whole team to agree on:</p>
<blockquote><p>An alert may wake a person only if that person can do something, now, that makes somebody’s day less bad.</p></blockquote>
<p>We then went along the wall. It took an afternoon.</p>
<ul><li><strong>CPU above 90 %.</strong> And? Perhaps it is working. Deleted.</li><li><strong>Disk above 80 %.</strong> It grows one per cent a month. That is a ticket, not a siren. Moved.</li><li><strong>Disk full within four hours at the present rate.</strong> Now we are talking. New.</li><li><strong>One of six servers is down.</strong> The other five have noticed and taken over. Tomorrow. Moved.</li><li><strong>More than one per cent of the people who press “publish” get an error.</strong> New, and now the most important one we have.</li></ul>
<p>Eighteen left, five added, twenty-three in all. In the quarter after that the pager went off nineteen times. Seventeen of them mattered.</p>
<p>Somebody asked whether I was not afraid of having deleted the one alert that we would have needed. I was. I still am. But I had been more afraid of something else: that it had already fired, some night in spring, between two that meant nothing, and that one of us had sighed and gone back to bed.</p>`,
      comments: [
        {
          by: 'linxi',
          text: '「能做点什么、现在、让某个人今天好过一点」——三个条件，我们的告警大概只剩五条。',
          replies: [{ by: 'oskar', text: 'Five good ones is a rich life.' }],
        },
        {
          by: 'mara',
          text: 'I have the same wall, with complaints on it. One third of mine needed only an answer.',
        },
        {
          by: 'xiaowu',
          text: 'How did you measure “of any use”? Ours is all opinions.',
          replies: [
            {
              by: 'oskar',
              text: 'I asked the person on call: if this had waited until nine, would anybody have noticed? Opinions, yes, but of people who were awake.',
            },
            { by: 'xiaowu', text: 'Fair. I will steal that question.' },
            { by: 'priya', text: '@小吴 Also works for meetings.' },
          ],
        },
        {
          by: 'suanpan',
          text: '19 pages, 17 real: a precision of 89 %. But you cannot see the recall from this, and that is the part you fear.',
          replies: [
            {
              by: 'oskar',
              text: 'Correct, and well put. Since then I go through the user reports every month, looking for one that no alert announced. Two so far. Both have an alert now.',
            },
          ],
        },
        {
          by: 'kankan',
          text: 'Not on call, never was. Read to the end anyway. That last sentence.',
        },
      ],
    },
    {
      title: 'A restore drill that takes one coffee',
      days_ago: 47,
      body: `<p>Nobody needs backups. Everybody needs restores. A backup that has never been restored is a rumour with a file size. We drill ours every Monday, and it takes as long as the coffee machine needs to warm up. This is all of it.</p>
<h2>The script</h2>
<pre><code class="language-bash">#!/usr/bin/env bash
set -euo pipefail

dump=\${1:?usage: drill &lt;dump file&gt;}
target="drill_$(date +%s)"
trap 'dropdb --if-exists "$target"' EXIT

createdb "$target"
SECONDS=0
pg_restore --exit-on-error --no-owner --jobs=2 --dbname="$target" "$dump"
echo "restored in \${SECONDS} s"
psql --no-psqlrc -v ON_ERROR_STOP=1 -d "$target" -f checks.sql</code></pre>
<p>It makes an empty database, restores into it, asks some questions and throws it away, also if something fails half-way: that is the <code>trap</code>. The dump comes from <code>pg_dump --format=custom</code>. Run it on a machine that is <em>not</em> the one in the dump, with an account that can’t reach the real one. A drill must not be able to become an incident.</p>
<h3>The options that matter</h3>
<ul><li><code>--exit-on-error</code>: otherwise <code>pg_restore</code> goes on after an error and tells you at the end how many it has ignored. At three in the morning you will not read the end.</li><li><code>--no-owner</code>: the roles of the old machine need not exist on this one.</li><li><code>SECONDS</code>: bash counts it up for you. Write the number down each week. It is your honest answer to “how long would it take?”.</li></ul>
<h2>The questions</h2>
<p>A restore without an error message proves only that the file was readable. It might be a flawless copy of an empty table. So <code>checks.sql</code> asks what a user would ask:</p>
<pre><code class="language-sql">do $$
declare
  newest timestamptz;
begin
  select max(created_at) into newest from posts;
  assert newest &gt; now() - interval '26 hours', format('newest post is from %s', newest);
  assert (select count(*) from users) &gt; 1000, 'too few users';
end
$$;</code></pre>
<p>Twenty-six hours, because the dump is made daily and I allow it to be two hours late. If the dump job has been dead since last Tuesday, this is the line that says so. In our first month it did: the job was running, succeeding, and writing to a disk that nobody copied any more. Everything was green. The newest post was nine days old.</p>
<h2>What it has found, in a year</h2>
<table><thead><tr><th>Week</th><th>What was wrong</th><th>Would we have known?</th></tr></thead><tbody>
<tr><td>3</td><td>Copies had stopped nine days before</td><td>No</td></tr>
<tr><td>11</td><td>An extension was missing on the target</td><td>Yes, at the worst moment</td></tr>
<tr><td>19</td><td>Only one person knew the key to the archive</td><td>No, and he was on a boat</td></tr>
<tr><td>34</td><td>The restore took four times as long as we had promised</td><td>No</td></tr>
</tbody></table>
<p>Four in fifty-two. Three of them had nothing to do with PostgreSQL, and that is the point: a drill does not test the database. It tests the sentence “we have backups”, every word of it, including “we”.</p>
<h2>Make it boring</h2>
<p>Take turns. The person who wrote the script must not be the one who runs it, or you are testing their memory. And drink the coffee. If a drill is unpleasant, it will be skipped, and the week that it is skipped is the week.</p>`,
      comments: [
        {
          by: 'priya',
          text: 'ASSERT can be turned off by plpgsql.check_asserts. It is on by default, but for a check like this I would use RAISE EXCEPTION.',
          replies: [
            {
              by: 'oskar',
              text: 'You are right. A check that a setting can silence is the very thing I was writing against. Changed on our side today.',
            },
          ],
        },
        {
          by: 'linxi',
          text: '「有备份的谣言，附文件大小」。我们上次演练卡在第 19 周那一条：密钥只有一个人有。',
        },
        { by: 'shanli', text: 'Same with the roof: it has been repaired when it has rained.' },
        { by: 'dengzhu', text: '看完立刻去演练了一次，11 分钟，通过。以后每周一跟着喝咖啡。' },
        {
          by: 'qianzhang',
          text: 'I have no servers, but I restored my photos from the external disk tonight. It did not mount. Thank you for tonight and not for some day.',
          replies: [
            {
              by: 'oskar',
              text: 'I am sorry and glad. Try another cable before you despair. It is the cable more often than the disk.',
            },
            { by: 'qianzhang', text: 'It was the cable!!' },
          ],
        },
      ],
    },
    {
      title: 'The disk is full, and df says it isn’t',
      days_ago: 27,
      body: `<p>“No space left on device.” You log in, run <code>df -h</code>, and it shows 40 % free. There are only so many explanations, and you will meet them in this order.</p>
<p><strong>One: you are out of names, not of bytes.</strong> On ext4, the number of files is fixed when the file system is made. A session directory with eleven million tiny files can use them all up.</p>
<pre><code class="language-bash">df -i                      # IUse% at 100? This is it.
du --inodes -x / 2&gt;/dev/null | sort -n | tail</code></pre>
<p><strong>Two: it is the other disk.</strong> <code>/tmp</code>, <code>/var</code>, a container’s own layer. Ask about the path that failed, not about the machine:</p>
<pre><code class="language-bash">df -h /var/lib/app/uploads</code></pre>
<p><strong>Three: the reserved part.</strong> ext4 keeps five per cent for root. You are root and see a file being written. The service isn’t, and can’t.</p>
<p><strong>And its mirror image</strong>, when <code>df</code> says full but <code>du</code> cannot find the files: somebody has deleted a large log while a process still had it open. The name is gone. The bytes stay until the last reader lets go.</p>
<pre><code class="language-bash">sudo lsof +L1              # open files that no longer have a name
# or, without lsof:
sudo find /proc/[0-9]*/fd -lname '*(deleted)' -printf '%p %l\\n' 2&gt;/dev/null</code></pre>
<p>Restart that process, or, if you can’t, empty the file through the handle which it is still holding: <code>: &gt; /proc/4711/fd/7</code>. Look three times before you press Enter. I once emptied the neighbour.</p>
<p>Afterwards teach the log rotation to <em>tell</em> the process (a signal, or copy and truncate), or you will be back in a month, at the same hour, with the same face.</p>`,
      comments: [
        { by: 'xiaowu', text: '第三条坑过我：用 root 测试一切正常，服务一写就 ENOSPC。' },
        {
          by: 'linxi',
          text: 'Four: a quota. df knows nothing about project quotas on some set-ups.',
          replies: [
            {
              by: 'oskar',
              text: 'True, and I had forgotten it. Consider the list to be four items long.',
            },
          ],
        },
        {
          by: 'quiet',
          text: '“I once emptied the neighbour.” We need that story.',
          replies: [
            {
              by: 'oskar',
              text: 'It was fd 17, not 7. It was a mail queue. It was very clean afterwards.',
            },
          ],
        },
        { by: 'muyu', text: '像抽屉拉不开：不是满了，是有一把尺子横在里面。' },
      ],
    },
    {
      title: 'Retry, but not all at once',
      days_ago: 13,
      body: `<p>A service falls over at 12:00:00. Two thousand clients notice and politely try again after one second. At 12:00:01 it gets two thousand requests at once and falls over. They double the pause, all of them, and come back together at 12:00:03. They have invented a drum.</p>
<p>Backing off is not enough. You also have to stop being in step, and the cure is a die:</p>
<pre><code class="language-typescript">import { setTimeout as sleep } from 'node:timers/promises';

const BASE_MS = 200;
const CAP_MS = 10_000;

export async function retry&lt;T&gt;(work: () =&gt; Promise&lt;T&gt;, tries = 5): Promise&lt;T&gt; {
  for (let failed = 1; ; failed += 1) {
    try {
      return await work();
    } catch (error) {
      if (failed &gt;= tries) throw error;
      await sleep(Math.random() * Math.min(CAP_MS, BASE_MS * 2 ** failed));
    }
  }
}</code></pre>
<p>Note that the pause is random from <em>zero</em> up to the limit, not the limit plus or minus a little. It feels wrong, since some clients come back at once. But it is just what spreads the crowd evenly over the whole interval.</p>
<p>Three things before you paste it:</p>
<ol><li>Retry only what may happen twice. “Charge the card” may not, unless it carries a key by which the other side recognises it.</li><li>Retry only what may get better. A 404 will not.</li><li>Retry in <em>one</em> place. Three layers with five tries each are a hundred and twenty-five requests, and you will be the one who explains it.</li></ol>`,
      comments: [
        {
          by: 'azhe',
          text: '第三点我们真的踩过：网关 3 次、SDK 3 次、业务 3 次，一次点击 27 个请求。',
        },
        {
          by: 'priya',
          text: 'And honour Retry-After if they send one. The server knows more about its own pain.',
          replies: [
            { by: 'oskar', text: 'Yes: wait at least that long, and roll the die on top of it.' },
          ],
        },
        {
          by: 'tomas',
          text: 'When two of us start to speak at the same time in a meeting, it is the same algorithm, minus the die. Hence the drum.',
        },
        { by: 'suanpan', text: 'Full jitter also halves the mean wait. Two for the price of one.' },
      ],
    },
    {
      title: 'Write the runbook for somebody tired',
      days_ago: 1,
      picture: {
        scene: 'stars',
        hue: 235,
        alt: 'A clear night sky full of stars above a dark horizon',
      },
      body: `<p>The reader of a runbook has been awake for ninety seconds, and is wearing one sock. Write for the sock.</p>
<figure><img src="{picture}" alt="A clear night sky full of stars above a dark horizon"><figcaption>The view from the office, according to the pager.</figcaption></figure>
<ul><li>The first line says whether they may go back to bed.</li><li>Commands can be copied whole. No <code>&lt;your-host-here&gt;</code>.</li><li>After each command: what you should see. And if not, go to which line.</li><li>No “simply”, no “just”, no history of the system.</li><li>The last line is a name and a number, and the sentence: <em>It is all right to call.</em></li></ul>
<p>Then have it read by whoever joined last. Where they pause, it is broken.</p>`,
      comments: [
        { by: 'noor', text: 'I would like all cookbooks to be written for the sock.' },
        { by: 'dengzhu', text: '「可以打电话」这一句最重要，很多人宁愿自己扛到天亮。' },
        {
          by: 'xinlai',
          text: 'I joined last, at my company. I paused on line one. I have now told them!',
          replies: [
            {
              by: 'oskar',
              text: 'Then you have already made it better than most seniors do. Welcome.',
            },
          ],
        },
        { by: 'ellis', text: 'No “simply” again. @Noor, you and I should found a society.' },
      ],
    },
  ],
};
