import type { DemoMember } from '../community.ts';

export const noor: DemoMember = {
  key: 'noor',
  username: 'Noor',
  signature: 'Cooks for six, lives with two. Ask me about onions.',
  joined: 164,
  presence: 0.83,
  posts: [
    {
      title: 'Lentils and rice, as my aunt measures them',
      days_ago: 74,
      picture: {
        scene: 'bowl',
        hue: 28,
        alt: 'A bowl of warm food seen from the side, with a little steam above it',
      },
      body: `<p>My aunt Salma does not own a scale. She owns a glass with a chip in it, and everything she cooks is some number of that glass. When I moved away I asked her for her mujaddara, and she said, “One glass, and a bit less than a glass, and onions until you are ashamed.” I took my scale to her kitchen and weighed what she did. For four people:</p>
<figure><img src="{picture}" alt="A bowl of warm food seen from the side, with a little steam above it"><figcaption>Better after an hour, best the next day, cold, standing up.</figcaption></figure>
<ul><li>200 g brown lentils</li><li>150 g long-grain rice, rinsed, then soaked for 20 minutes</li><li>3 large onions, sliced (I was not ashamed enough; she looked, and added a fourth)</li><li>1 teaspoon of ground cumin, black pepper, salt</li><li>more olive oil than you think, about 80 ml</li></ul>
<ol><li>Fry the onions in the oil, on medium heat, until they are properly brown: half an hour, and no less. Lift out half of them, spread them on paper and salt them. They will turn crisp while you do the rest.</li>
<li>Meanwhile boil the lentils in a litre of water until they are nearly soft but still have a heart, 15 to 20 minutes. Drain them, <strong>and keep the water</strong>. It is brown and tastes of something, and it is what will cook the rice.</li>
<li>Add the lentils, the drained rice, the cumin and a teaspoon of salt to the pot with the remaining onions. Pour on 400 ml of the lentil water. Bring to the boil, cover, turn to the lowest flame: 15 minutes.</li>
<li>Turn it off and <em>leave the lid alone</em> for ten minutes more. My aunt holds it down with a stone. I do not think that it does anything, but I have a stone too now.</li></ol>
<p>Crisp onions on top, yoghurt at the side, something sour and green. It costs almost nothing. When I told her so, she said that this is not its price, it is only what one pays.</p>`,
      comments: [
        { by: 'sanwan', text: '「洋葱要放到你不好意思为止」，这种计量单位全世界的长辈都在用。' },
        {
          by: 'wren',
          text: 'Made it yesterday. I now understand the stone.',
          replies: [
            { by: 'noor', text: 'Nobody understands the stone. One merely submits to it.' },
          ],
        },
        {
          by: 'oskar',
          text: 'Would red lentils work?',
          replies: [
            {
              by: 'noor',
              text: 'They fall apart, and you get a very good soup. Brown or green ones for this.',
            },
            { by: 'oskar', text: 'I had red ones. It was a very good soup.' },
          ],
        },
        {
          by: 'shanli',
          text: 'Cooked on the wood stove. No lowest flame there, so I moved the pot to the edge. It worked, with a crust at the bottom. We fought over the crust.',
        },
        { by: 'ellis', text: '“It is only what one pays.” Your aunt should be publishing.' },
      ],
    },
    {
      title: 'A cup of cloudy water',
      days_ago: 40,
      body: `<p>Before you drain the pasta, dip in a cup and keep it. That is the whole post, but let me tell you why.</p>
<p>The water is cloudy because it is full of starch, and starch is what makes oil and water stop arguing. Put the drained pasta into the pan with your oil, or butter and cheese; add a few spoons of the cloudy water; stir as though you meant it. In half a minute the puddle becomes a sauce that <em>holds on</em>.</p>
<p>For more starch, cook in less water: just enough to cover, stirred often. And for hard cheese, take the pan off the heat first, or it clumps and sulks.</p>`,
      comments: [
        {
          by: 'sanwan',
          text: '中餐里是「原汤化原食」，面汤从来舍不得倒。',
          replies: [
            {
              by: 'noor',
              text: 'Of course there is a proverb for it. Of course it is about noodles.',
            },
          ],
        },
        {
          by: 'tangtang',
          text: '在显微镜下看过面汤：淀粉粒胀开以后像一朵一朵的小云，难怪能把油抱住。',
        },
        { by: 'quiet', text: 'I had been pouring the sauce down the sink for thirty years.' },
      ],
    },
    {
      title: 'Four pans of onions, one evening, no conclusions?',
      days_ago: 11,
      body: `<p>Recipes say “fry the onions until caramelised, about ten minutes”. I wanted to know who these people are. So: two kilos of yellow onions, sliced by one tired person into one big heap, divided into four pans of 500 g. Two tablespoons of oil each. The same ring of the same stove, one after the other, a clock and a notebook.</p>
<table><thead><tr><th>Pan</th><th>What I did</th><th>Deep brown after</th><th>What came out</th></tr></thead><tbody>
<tr><td>1</td><td>Nothing. Medium heat, stirring now and then</td><td>46 min</td><td>Whole strands, sweet, some dark edges</td></tr>
<tr><td>2</td><td>Half a teaspoon of salt at the start</td><td>43 min</td><td>Softer, even, seasoned all the way through</td></tr>
<tr><td>3</td><td>A quarter teaspoon of baking soda at the start</td><td>22 min</td><td>Jam. Dark, sweet, no strands left</td></tr>
<tr><td>4</td><td>Higher heat, a splash of water each time it stuck</td><td>29 min</td><td>Best colour, strands intact, arms sore</td></tr>
</tbody></table>
<p>The salt did less than I had been promised. It pulls the water out earlier, but the water still has to boil away, and that is where the time goes: an onion is nearly nine tenths water.</p>
<p>The soda really is twice as fast. It makes the pan alkaline, and browning likes that; so, sadly, does the falling apart of everything that holds an onion together. For a soup, fine. On top of lentils you would miss the strands. With half a teaspoon (I tried) it tastes of soap.</p>
<p>Pan four is how I do it now. The brown film on the bottom is the flavour; a spoon of water lifts it and paints it back on. You have to stand there, though.</p>
<p>So, a conclusion after all: <strong>nobody on earth has done it in ten minutes</strong>. When a recipe says so, read it as a wish.</p>`,
      comments: [
        {
          by: 'heyun',
          text: 'One variable per pan, same heap, same stove. Better controlled than half of the reports I mark. Did you repeat it?',
          replies: [
            {
              by: 'noor',
              text: 'There were two kilos of onions and two people. We have been repeating it at every meal since.',
            },
          ],
        },
        {
          by: 'tangtang',
          text: 'The strands are held by pectin, and alkali breaks it down much faster. You have done tissue maceration on a stove.',
        },
        {
          by: 'lianhe',
          text: '忍不住想画成四条曲线，横轴是时间，纵轴是颜色。可以吗？',
          replies: [
            {
              by: 'noor',
              text: 'Please! I have a photograph every five minutes. My phone smells of onion.',
            },
          ],
        },
        {
          by: 'xinlai',
          text: 'Pan four tonight. It took 33 minutes and I have never been so proud of an onion.',
        },
        {
          by: 'qianzhang',
          text: 'I would energize this post if my balance were not below zero. Please accept a moral onion.',
        },
      ],
    },
    {
      title: 'Bread for people who forget about bread',
      days_ago: 1,
      state: 'pending',
      picture: {
        scene: 'bowl',
        hue: 40,
        alt: 'A round bowl in warm light, as if covered dough were resting in it',
      },
      body: `<p>I am not a person who feeds a starter. I forget plants. This bread was made for me: its main ingredient is not being there.</p>
<figure><img src="{picture}" alt="A round bowl in warm light, as if covered dough were resting in it"><figcaption>Twelve hours of doing nothing, well done.</figcaption></figure>
<ul><li>400 g strong white flour</li><li>300 g water</li><li>8 g salt</li><li>1 g instant yeast, which is a generous quarter of a teaspoon</li></ul>
<table><thead><tr><th>When</th><th>What</th><th>Your time</th></tr></thead><tbody>
<tr><td>Evening</td><td>Stir everything until no dry flour is left. Cover.</td><td>3 min</td></tr>
<tr><td>Night</td><td>12 to 18 hours at about 20 °C</td><td>none</td></tr>
<tr><td>Next day</td><td>Onto a floured table, fold the four sides in, turn over onto paper. Cover for an hour.</td><td>3 min</td></tr>
<tr><td>Half an hour later</td><td>A heavy pot with a lid goes into the oven, at 240 °C</td><td>1 min</td></tr>
<tr><td>When the hour is over</td><td>Bread into the pot, paper and all. 30 min with the lid, 15 without.</td><td>2 min</td></tr>
</tbody></table>
<p>The long night does what kneading would do: the gluten finds its own way if you give it water and time. The lid keeps the steam in, and the steam keeps the skin soft for long enough to rise.</p>
<p>Let it cool before you cut it. I know. I know. But the inside is still setting, and a hot loaf smears. Stand in another room.</p>`,
      comments: [],
    },
  ],
};
