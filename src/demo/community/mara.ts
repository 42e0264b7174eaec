import type { DemoMember } from '../community.ts';

export const mara: DemoMember = {
  key: 'mara',
  username: 'Mara',
  signature: 'Mara Lindqvist. I moderate by day and sing alto on Thursdays.',
  joined: 244,
  presence: 0.92,
  role: 'admin',
  posts: [
    {
      title: 'What “rejected” means here, and what it doesn’t',
      days_ago: 80,
      body: `<p>Every week somebody writes to me, usually apologising, because a post came back. So here is what the words mean, in the order you will meet them.</p>
<table><thead><tr><th>State</th><th>Who can read it</th><th>What you can do</th></tr></thead><tbody>
<tr><td>Draft</td><td>You. Moderators could; we don’t go looking</td><td>Everything. Take a year if you like.</td></tr>
<tr><td>Pending</td><td>You and the moderators</td><td>Wait. The text holds still while we read it.</td></tr>
<tr><td>Approved</td><td>Everybody</td><td>Answer your comments.</td></tr>
<tr><td>Rejected</td><td>You and the moderators</td><td>Read the reason, edit, send it again.</td></tr>
<tr><td>Locked</td><td>You and the moderators</td><td>Talk to us. Something has to be settled first.</td></tr>
</tbody></table>
<p>The row people misread is the fourth. <strong>Rejected is not a verdict.</strong> It is a sticky note. The moment you save an edit, the post is a draft again, and when you send it, it waits in line like any other. We do not keep a tally. I could not tell you who has the most rejections, and I would be embarrassed to know.</p>
<p>The three reasons I type most often:</p>
<ul><li>The post is a link and nothing else. Tell us why you stopped to read it.</li><li>Somebody else can be found by it: a street, a face, a number plate.</li><li>It is an advertisement wearing a cardigan.</li></ul>
<p>If the reason seems wrong, answer it. I have been argued out of a decision eleven times so far, and each of those posts is better known than anything I have written.</p>`,
      comments: [
        {
          by: 'quiet',
          text: '“An advertisement wearing a cardigan” is the most precise moderation guideline I have ever read.',
        },
        {
          by: 'linxi',
          text: 'My first one came back because a screenshot showed a customer’s table name. You were right, and I had not even noticed it.',
          replies: [
            {
              by: 'mara',
              text: 'And the second version had a made-up table that explained it better. That happens more often than you would think.',
            },
          ],
        },
        {
          by: 'xunye',
          text: '中文区的同样适用。被退回不是扣分，改一改再来，我很乐意看第二遍。',
        },
        {
          by: 'maodou',
          text: 'Is it rude to submit again on the same day?',
          replies: [
            { by: 'mara', text: 'Not at all. I like it when I still remember the first version.' },
          ],
        },
      ],
    },
    {
      title: 'How I read a complaint before I act on it',
      days_ago: 58,
      body: `<p>Somebody writes: <em>this comment is out of line, please remove it.</em> There is a button that would do so in one second. This is what I do with the minutes before.</p>
<ol><li><strong>I read the post first.</strong> All of it, including the boring middle. Half of the rude comments I have seen were a fair answer to a rude paragraph.</li>
<li><strong>I read the thread from the top, in order.</strong> Never from the comment outwards. A sentence that looks like a slap is often the fourth turn of a joke between two people who have known each other for years.</li>
<li><strong>I read it aloud, kindly.</strong> Then aloud again, tired. If it is only cruel in the tired voice, the fault may be mine.</li>
<li><strong>I ask who pays.</strong> Not who is right. If I leave it, who stays silent tomorrow? If I take it away, who does?</li>
<li><strong>I check the clock.</strong> After eleven at night I may hide nothing that is not dangerous. It will be there in the morning, and so will my judgement.</li></ol>
<p>Then I decide, and I write a reason that names the words, not the person. “The second sentence is about her accent, not about her argument” is a reason. “Be nice” is not; nobody ever became nice because a stranger told them to.</p>
<p>What surprised me when I began: about one complaint in three ends with nobody doing anything, and with everybody content. People mostly want to know that somebody has looked. So I always answer, also when the answer is that I am leaving it where it is.</p>
<p>It takes around nine minutes. I have tried to make it faster, and each time I became worse at it.</p>`,
      comments: [
        {
          by: 'oskar',
          text: 'Rule five is our change freeze. Nothing irreversible after eleven, unless it is on fire.',
          replies: [
            {
              by: 'mara',
              text: 'I stole it from a nurse, who said that her ward had stolen it from pilots.',
            },
          ],
        },
        {
          by: 'ellis',
          text: '“Aloud, kindly. Then aloud again, tired.” I am going to edit my own drafts this way from now on.',
        },
        {
          by: 'jingzi',
          text: 'I wrote one of the complaints that ended in nothing. Can confirm: your answer was all I needed.',
        },
        {
          by: 'suanpan',
          text: 'Nine minutes times how many a week? I worry about the denominator.',
          replies: [
            {
              by: 'mara',
              text: 'About twelve, so under two hours. Choir takes longer, and has more conflict.',
            },
            { by: 'suanpan', text: 'Then the books balance. Carry on.' },
          ],
        },
      ],
    },
    {
      title: 'The comment I almost removed',
      days_ago: 30,
      picture: {
        scene: 'lantern',
        hue: 32,
        alt: 'A single lit lantern hanging in the dark, with a soft ring of light around it',
      },
      body: `<p>Last month a new member left seven words under a long and careful post about grief: <em>I do not know what to say.</em></p>
<p>Two people wrote to me. It adds nothing, they said; it is noise under a text that deserved silence. And I had my hand on the mouse, because by every guideline I have ever helped to write they were correct. It is not about the argument. It is not a question. It does not take anything further.</p>
<figure><img src="{picture}" alt="A single lit lantern hanging in the dark, with a soft ring of light around it"><figcaption>Not much light. Enough to see that somebody is there.</figcaption></figure>
<p>I had choir that evening, so it waited. In the second half we have a piece in which the altos hold one note for sixteen bars while everybody else does something beautiful. I used to hate it. Our conductor says that the note is not there to be heard, it is there so that the others know where they are.</p>
<p>When I came home, the author of the post had answered the seven words. She had not answered any of the longer comments. She wrote: <em>Thank you. Everybody else did.</em></p>
<p>I have thought about this more than about any rule. We measure comments by what they bring: a fact, a correction, a better idea. Most of the time that is a good measure. But sometimes a person writes in order to be counted as present, and the thread would be poorer by exactly one presence if we tidied it.</p>
<p>So I added a line to the notes that I keep beside my screen. It says: <strong>before you remove the note, check who is standing on it.</strong></p>`,
      comments: [
        {
          by: 'quiet',
          text: 'I am mostly the kind of member who holds the note. Thank you for noticing us.',
          replies: [{ by: 'mara', text: 'I know. I see your likes. They are very steady.' }],
        },
        {
          by: 'hexian',
          text: '唱过低声部的人都懂：没有人听见你，但少了你所有人都会跑调。',
        },
        {
          by: 'manman',
          text: 'Sometimes 「我不知道该说什么」 is the only honest thing anybody could say.',
        },
        {
          by: 'noor',
          text: 'This is why one brings soup. Soup also adds nothing to the argument.',
        },
        {
          by: 'tomas',
          text: 'In a circuit we call that a pull-up resistor. It does almost nothing, and without it every input floats.',
          replies: [
            { by: 'mara', text: 'I asked for no more metaphors and got the best one of the week.' },
          ],
        },
      ],
    },
    {
      title: 'Three kinds of off-topic',
      days_ago: 7,
      body: `<p>Off-topic comes in three kinds, and I treat them differently.</p>
<ul><li><strong>The window.</strong> Somebody under a post about bread mentions the miller in their village, and now there are nine comments about millstones. The post opened a window. I leave it, and pull up a chair.</li>
<li><strong>The doorbell.</strong> Somebody asks a question that has nothing to do with this post, because it was the first door they found. I answer and show them the right street.</li>
<li><strong>The drum.</strong> The same subject under every post, whatever the post is about. That one I write to, privately and early, since by the tenth time there is usually something sad behind it.</li></ul>
<p>Only the third needs a moderator. The first two are what a community <em>is</em>.</p>`,
      comments: [
        {
          by: 'xinlai',
          text: 'Doorbell here! New, and I could not find where to change my signature. It is under settings, as I know now, thanks to Mara.',
        },
        {
          by: 'muyu',
          text: 'About millstones: the furrows are cut so that the two stones work like scissors. Sorry. Window.',
          replies: [{ by: 'mara', text: 'Chair pulled up. Go on.' }],
        },
        { by: 'dengzhu', text: '“The drum” 这一条写得很好，早一点、私下说，往往就够了。' },
      ],
    },
  ],
};
