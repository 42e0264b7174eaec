import type { DemoMember } from '../community.ts';

export const ellis: DemoMember = {
  key: 'ellis',
  username: 'Ellis',
  signature: 'Essays on reading slowly. Currently on page 212, for the third time.',
  joined: 186,
  presence: 0.5,
  posts: [
    {
      title: 'A thousand years ago, somebody kept a perfect blog',
      days_ago: 77,
      picture: {
        scene: 'books',
        hue: 18,
        alt: 'A row of books on a shelf, their spines in warm colours',
      },
      body: `<p>Around the year 1000, at the court in what is now Kyoto, a lady-in-waiting to the Empress Teishi came into possession of a quantity of good paper. She used it, she tells us, for whatever came into her head at night. We call her Sei Shōnagon, which is not her name but a title with a piece of her father’s name in front, and we call the result <em>The Pillow Book</em>.</p>
<p>It has some three hundred entries, and about half of them are lists. Elegant things. Things that make the heart beat faster. Things that cannot be compared. Hateful things, which is the longest and the best of them, and includes a visitor who will not stop talking when one is busy, a hair on the inkstone, and a dog that barks at a lover arriving in secret.</p>
<figure><img src="{picture}" alt="A row of books on a shelf, their spines in warm colours"><figcaption>It has never been out of somebody’s hands.</figcaption></figure>
<p>What strikes me, coming back to it, is how little she explains. She does not argue that shaved ice with sweet syrup in a new silver bowl is elegant. She sets the bowl down in front of you and moves on. A worse writer would have added a reason, and the reason would have melted long before the ice.</p>
<p>Try it for a week. One list every evening, five lines, no reasons. Mine so far:</p>
<blockquote><p><strong>Things that promise more than they give.</strong> A train compartment to oneself. The second half of a pear. New stationery. “Some assembly required.” The word <em>simply</em> in a recipe.</p></blockquote>
<p>You will find, I think, that a list without reasons is not lazier than an essay. It is merely more exposed. There is nowhere to stand but on the thing itself.</p>`,
      comments: [
        {
          by: 'manman',
          text: '《枕草子》我读的是周作人的译本，「不快意的事」那一段每次读都笑。今晚也写五行。',
          replies: [
            {
              by: 'ellis',
              text: 'Please post them. I would like to read them in whatever my translator makes of it.',
            },
          ],
        },
        {
          by: 'akira',
          text: 'Things that make the heart beat faster: the last train, seen from the top of the stairs.',
        },
        {
          by: 'noor',
          text: 'As a writer of recipes I accept the charge of “simply”. It is a threat, really.',
        },
        {
          by: 'chaqi',
          text: '优雅的事：水将沸未沸，没有人说话。',
        },
        {
          by: 'wren',
          text: 'Hateful things: a dog off the lead in the reed bed. She would have agreed, I feel.',
        },
      ],
    },
    {
      title: 'Is listening reading?',
      days_ago: 52,
      body: `<p>A friend has “read” forty books this year while running, and I noticed that I put the word in quotation marks before I noticed that I had an opinion. So I made myself look at it.</p>
<p>The case against me is strong. For most of history to read <em>was</em> to hear. In the Confessions, Augustine finds it worth remarking that Ambrose read silently, with his eyes going along the page and his tongue at rest. The epics were listened to for longer than they have been looked at. And for a great many people the ear is not the lazier door but the only one that opens.</p>
<p>And yet. When I tried it, with a novel that I know well, three things were different.</p>
<ol><li>I could not stop. On paper I stop all the time: I look out of the window, go back half a line, let a comma work. A voice is a train; one may get off, but not dawdle.</li>
<li>Somebody else had already decided. Each sentence came with its tone chosen, and chosen well. It was like being handed a peeled orange.</li>
<li>I remembered <em>where I was</em>. There is a bend in the canal that is now, for good, the quarrel in chapter nine. No page has ever done that to me.</li></ol>
<p>So I have given up the quotation marks. Listening is reading, as walking and swimming are both ways of crossing a lake, depending on the lake and on whether you know how to do either. What I care about is not the door but the pace, and there I stay stubborn: whichever way it comes in, leave it long enough to unpack.</p>`,
      comments: [
        {
          by: 'yejian',
          text: '谢谢你写「唯一打开的那扇门」。我有一位视力障碍的朋友，一年「读」八十本，从来不用引号。',
          replies: [
            {
              by: 'ellis',
              text: 'That is the sentence I should have begun with. Please tell your friend that the quotation marks are gone.',
            },
          ],
        },
        {
          by: 'banlu',
          text: 'Slow trains are for listening. The landscape does the dawdling for you.',
        },
        {
          by: 'jingzi',
          text: 'I disagree! One cannot skim by ear, and skimming is half of how I read.',
          replies: [
            { by: 'quiet', text: 'Double speed?' },
            { by: 'jingzi', text: 'Double speed is not skimming. It is the same train, late.' },
            { by: 'ellis', text: 'May I have “the same train, late”? It is better than my train.' },
            { by: 'jingzi', text: 'Yours, for a footnote.' },
          ],
        },
        {
          by: 'yuer',
          text: '每晚给孩子念书的人表示：念的那个人读得最慢，也记得最牢。',
        },
        {
          by: 'jules',
          text: 'The bend in the canal is real. A whole hill near me is a detective story now, and I cannot cycle up it without suspecting the butler.',
        },
      ],
    },
    {
      title: 'Take a pencil, and permission to break it',
      days_ago: 24,
      body: `<p>A small proposal to those who cannot bring themselves to write in books: use a pencil, the softest you can find, and make only one kind of mark. A short vertical line in the margin. No words, no exclamation marks, no clever replies to the dead.</p>
<p>The line says no more than <em>here</em>. In ten years you will open the book, find a line next to a sentence that leaves you quite cold, and have to ask who drew it. I know of no other diary that is so short and so hard to lie in.</p>
<p>If the pencil breaks, let it. It means that you have pressed, and that is information too.</p>`,
      comments: [
        {
          by: 'manman',
          text: '我画的是小圆点，十年后看到，完全想不起当时的自己在「这里」看见了什么。',
        },
        {
          by: 'hana',
          text: '4B, and a margin of at least 15 mm. Dear typesetters, some of us live in the margins.',
          replies: [
            { by: 'ellis', text: 'A mean margin is a locked door. Thank you for fighting for us.' },
          ],
        },
        {
          by: 'kankan',
          text: 'Library books excepted, I hope!',
          replies: [
            {
              by: 'ellis',
              text: 'Library books get a strip of paper with the line drawn on it. Same discipline, lighter conscience.',
            },
          ],
        },
      ],
    },
    {
      title: 'One chapter of Middlemarch every Sunday',
      days_ago: 3,
      picture: {
        scene: 'tea',
        hue: 36,
        alt: 'A cup of tea on a table, with steam rising in the morning light',
      },
      body: `<p>It takes eighty-eight Sundays to read <em>Middlemarch</em> at the rate of one chapter a week: eighty-six chapters, a Prelude and a Finale, each given its own morning. I finished last Sunday. It took me nearly two years, and I should like to report that it was too fast.</p>
<h2>Why so slowly</h2>
<p>I did not set out to be austere. I had tried the book twice in the usual way, an hour before sleep, and twice it had defeated me somewhere around the banker. Not because it was dull. It was because I was hurrying, and it is a book which, when you hurry, closes politely, as a shop does when it sees that you have only come in out of the rain.</p>
<p>Then I learnt that its first readers had not been allowed to hurry. It came out in eight parts between December 1871 and December 1872. For a year, people lived with Dorothea’s marriage as one lives with a neighbour’s: they knew some of it, suspected more, and had to wait until the next part to be told. It seemed to me that the waiting might be a part of the design, and that I had been throwing it away.</p>
<h2>What a week does to a chapter</h2>
<p>The first discovery was that a chapter read on Sunday goes on until about Wednesday. On Monday one has the plot. On Tuesday the plot has worn off, and some sentence that had seemed to be mere furniture turns out to be still standing in the room. By Wednesday one is arguing with somebody in the queue at the baker’s, silently, about whether Lydgate <em>ought</em> to have known.</p>
<p>On Thursday it goes quiet, and from Friday on one is hungry. I had never been hungry for a nineteenth-century novel before. I recommend it.</p>
<figure><img src="{picture}" alt="A cup of tea on a table, with steam rising in the morning light"><figcaption>One pot, one chapter. If the tea goes cold, it was a good one.</figcaption></figure>
<h3>The mottoes</h3>
<p>The second discovery was the little verses and extracts at the heads of the chapters. Reading fast, I had treated them as one treats the bell of a tram. At one a week, I began to read them twice, once before the chapter and once after, and they are never the same the second time. A good many that carry no author’s name are George Eliot’s own. She wrote the epigraph, then wrote the chapter that disagrees with it.</p>
<h3>The minor people</h3>
<p>The third was that there are no minor people. In a fast reading, the townsfolk in the inn are a sort of weather. But if they are all you get for a week, you come to know them as you know the voices behind a hedge. In the twentieth chapter there is a famous sentence about how it would be to feel all ordinary life as keenly as that, down to the beating of a squirrel’s heart, and how we could not bear it. Slowness, I think, is a way of bearing slightly more of it.</p>
<h2>The objections</h2>
<p>One forgets, of course. Some time in the first winter I had to draw a small map of who was in debt to whom. I have kept it; it looks like the wiring of a church organ. One also spoils oneself for other books, which begin to seem as though they were shouting. And one has to put up with being asked, at every family gathering for two years, whether one is <em>still</em> reading that.</p>
<p>To which the honest answer is yes. I finished it on Sunday, the last page and its quiet sentence about those who lived faithfully a hidden life, and then I sat for a while. There were still some twenty minutes of the usual hour left over. So I turned back to the Prelude, only to see how it began.</p>
<p>That makes one. Eighty-seven to go.</p>`,
      comments: [
        {
          by: 'manman',
          text: '「星期日读的一章会持续到星期三」——追连载的年代我们都懂这种感觉，只是后来忘了。',
        },
        {
          by: 'suanpan',
          text: 'A year has 52 Sundays, so 88 of them are one year and 36 weeks. “Nearly two years” suggests that you missed some.',
          replies: [
            {
              by: 'ellis',
              text: 'Nine. Two with influenza, one wedding, and six when I did not want chapter 74 to be over.',
            },
            { by: 'suanpan', text: 'The accounts are accepted.' },
          ],
        },
        {
          by: 'mara',
          text: 'Our choir does this with one cantata a season. By the end you know which note everybody is afraid of.',
        },
        {
          by: 'xinlai',
          text: 'I gave up at the banker too. Starting again on Sunday. Wish me luck!',
          replies: [
            {
              by: 'ellis',
              text: 'Luck is not needed. Only a Sunday. Do write to me from chapter ten.',
            },
          ],
        },
        {
          by: 'oskar',
          text: 'Eighty-eight weekly runs without a failed one would be the most reliable job I know. Nine retries is still very good.',
        },
        {
          by: 'noor',
          text: 'I want to see the map of debts.',
          replies: [
            { by: 'jules', text: 'Seconded. @Ellis, I can offer a legend and a scale bar.' },
          ],
        },
      ],
    },
  ],
};
