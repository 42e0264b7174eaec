import type { DemoMember } from '../community.ts';

export const jules: DemoMember = {
  key: 'jules',
  username: 'Jules',
  signature: 'Maps, bicycles, and the hill between here and the bakery.',
  joined: 133,
  presence: 0.66,
  posts: [
    {
      title: 'Why the shortest way looks bent',
      days_ago: 66,
      picture: {
        scene: 'sea',
        hue: 200,
        alt: 'Open sea with calm waves up to a wide horizon',
      },
      body: `<p>Draw a straight line from Valparaíso to Auckland on the map in your old school atlas. It crosses the empty South Pacific almost level, sagging by a few degrees. Now ask a sailor for the shortest way, and she will point you far towards the ice, to 52° south, and then up again on the other side. On the map her route looks like a hammock. It is 724 kilometres shorter.</p>
<figure><img src="{picture}" alt="Open sea with calm waves up to a wide horizon"><figcaption>No lines on it, bent or otherwise.</figcaption></figure>
<h2>Which one is straight?</h2>
<p>Hers is. Take a globe, hold one end of a string on each city and pull it tight. The string knows nothing of maps. It lies along a <strong>great circle</strong>, a circle whose centre is the centre of the Earth, and if you flew exactly above it you would never once turn to the left or to the right.</p>
<p>The atlas line is something else. On Mercator’s map a ruler gives you a <strong>rhumb line</strong>: the course on which your compass shows the same bearing all the way. For somebody in 1569 with a compass, no clock that worked at sea and a great fear of rocks, that was worth a detour. Mercator did not draw a wrong map. He drew a map on which <em>keeping your bearing</em> is straight, and paid for it with everything else. Greenland has been too large ever since.</p>
<h2>How much does it cost?</h2>
<p>Both lengths fit on a page. The Earth as a ball is good to about half a per cent, which is enough for bragging.</p>
<pre><code class="language-python">from math import asin, cos, hypot, log, pi, radians, sin, sqrt, tan

EARTH_KM = 6371.0

def great_circle_km(lat1, lon1, lat2, lon2):
    p1, p2 = radians(lat1), radians(lat2)
    dp, dl = p2 - p1, radians(lon2 - lon1)
    a = sin(dp / 2) ** 2 + cos(p1) * cos(p2) * sin(dl / 2) ** 2
    return 2 * EARTH_KM * asin(sqrt(a))

def constant_bearing_km(lat1, lon1, lat2, lon2):
    p1, p2 = radians(lat1), radians(lat2)
    dl = (radians(lon2 - lon1) + pi) % (2 * pi) - pi
    stretched = log(tan(pi / 4 + p2 / 2) / tan(pi / 4 + p1 / 2))
    q = (p2 - p1) / stretched if abs(stretched) &gt; 1e-12 else cos(p1)
    return EARTH_KM * hypot(p2 - p1, q * dl)

valparaiso, auckland = (-33.05, -71.62), (-36.85, 174.76)
print(round(great_circle_km(*valparaiso, *auckland)))      # 9636
print(round(constant_bearing_km(*valparaiso, *auckland)))  # 10360</code></pre>
<p>The line with <code>% (2 * pi)</code> is the one I forgot. Without it, the ship leaves Chile and sails the long way round, through Africa.</p>
<table><thead><tr><th>From, to</th><th>Great circle</th><th>Constant bearing</th><th>Extra</th></tr></thead><tbody>
<tr><td>Porto, Lisbon</td><td>274 km</td><td>274 km</td><td>nothing</td></tr>
<tr><td>Lisbon, New York</td><td>5423 km</td><td>5552 km</td><td>2.4 %</td></tr>
<tr><td>Shanghai, San Francisco</td><td>9880 km</td><td>10 654 km</td><td>7.8 %</td></tr>
<tr><td>London, Tokyo</td><td>9559 km</td><td>11 296 km</td><td>18.2 %</td></tr>
<tr><td>Quito, Singapore</td><td>19 729 km</td><td>19 760 km</td><td>0.2 %</td></tr>
</tbody></table>
<p>Look at the last row. It is the longest by far, half-way round the planet, and the compass loses almost nothing. Both cities sit next to the equator, and the equator is the only line that is a great circle and runs level on the map. It is not length that bends a route. It is being far from the equator and going <em>sideways</em>.</p>
<h2>On a bicycle</h2>
<p>None of this matters below a few hundred kilometres, and I have checked: on my way to work the curve of the Earth saves me less than the width of a tyre. The hill costs me eleven minutes. Still, I like to know that the string is there.</p>`,
      comments: [
        {
          by: 'guxing',
          text: '球面三角在天上同样好用：两颗星的角距就是你第一个函数去掉 6371。',
          replies: [{ by: 'jules', text: 'The sky as a map with no sea in it. Of course.' }],
        },
        {
          by: 'suanpan',
          text: '“Less than the width of a tyre” — how long is the commute?',
          replies: [
            {
              by: 'jules',
              text: '7.4 km, at about 52° north, heading east. The difference comes out at two thirds of a millimetre. So: a very thin tyre.',
            },
          ],
        },
        {
          by: 'banlu',
          text: 'I always thought the airline maps were drawn curved to look dramatic.',
        },
        {
          by: 'wren',
          text: 'Do birds take the great circle or the rhumb line?',
          replies: [
            { by: 'jules', text: 'I was hoping that you would tell me!' },
            {
              by: 'wren',
              text: 'Mostly neither. They go round the sea, follow the coast and stop for lunch. I like them the better for it.',
            },
          ],
        },
        {
          by: 'hana',
          text: 'Every projection is a typeface: you choose what to distort so that something else can be read.',
        },
      ],
    },
    {
      title: 'I mapped every bench on my way to work',
      days_ago: 33,
      picture: {
        scene: 'city',
        hue: 260,
        alt: 'The outline of a town at dusk, with lit windows',
      },
      body: `<p>It began with a flat tyre and nowhere to sit. I walked the last two kilometres, cross, and noticed for the first time where the benches are, by their not being there. So I have spent six weeks putting every bench along my 7.4 km on a map. There are thirty-one.</p>
<figure><img src="{picture}" alt="The outline of a town at dusk, with lit windows"><figcaption>Thirty-one places in this where one may stop without buying anything.</figcaption></figure>
<table><thead><tr><th>What it faces</th><th>Benches</th><th>Somebody on it, of 30 mornings</th></tr></thead><tbody>
<tr><td>The road</td><td>14</td><td>3</td></tr>
<tr><td>A wall or a hedge</td><td>6</td><td>1</td></tr>
<tr><td>Water</td><td>4</td><td>17</td></tr>
<tr><td>Another bench</td><td>4</td><td>12</td></tr>
<tr><td>A playground</td><td>3</td><td>21</td></tr>
</tbody></table>
<p>The right-hand column is for the busiest bench of each kind. I did not need statistics to see what it says: people sit where there is something to look at, and the best thing to look at is other people.</p>
<p>Then I coloured the map by height, and it became a different map. The commute has three climbs. A person of eighty going up one of them would want to rest half-way, and half-way is exactly where there is nothing. Eleven of the benches are at the top, where the view is, placed by somebody who had come by car.</p>
<p>I sent the map to the town, with three crosses on it. Somebody there answered within a week. She had walked it with her mother, she said, who had chosen slightly different crosses.</p>
<p>Two of the three have been built. On the second sits, nearly every morning, a man with a thermos, who waves. I still have no idea what he is looking at. I think it’s me.</p>`,
      comments: [
        { by: 'mara', text: 'The mother with the better crosses is the hero of this story.' },
        {
          by: 'yejian',
          text: '无障碍设计的老问题：画图的人是开车来的。「坡的一半」这四个字应该写进规范。',
        },
        {
          by: 'lianhe',
          text: 'Please publish the map! Colouring by height was the right instinct: put the effort on the axis, not the distance.',
          replies: [
            {
              by: 'jules',
              text: 'I have a version with minutes of climbing in place of metres. It looks like a spilt drink, but I’ll post it.',
            },
          ],
        },
        { by: 'huanhu', text: '环湖一圈我数过，六十二张长椅，面朝湖的只有十九张。' },
        {
          by: 'ellis',
          text: 'Bench number fifteen, facing the hedge, is the one for reading. Please do not tell the town.',
        },
      ],
    },
    {
      title: 'Why you cannot win back a slow hill',
      days_ago: 9,
      body: `<p>Ten kilometres up at 10 km/h, and ten down at 30. What is the average? It feels like 20. It is 15: an hour up, twenty minutes down, twenty kilometres in eighty minutes.</p>
<p>Now the cruel one. You climb at 10 and want to average 20 over the whole ride. How fast do you need to go down?</p>
<p>Twenty kilometres at 20 km/h take one hour. You have <em>already used</em> the hour. You’d have to arrive at the bottom at the moment you reach the top.</p>
<p>You spend longer being slow than being fast, so slow counts for more. If you want a better average, do not chase the descent. Be a little kinder to yourself on the way up.</p>`,
      comments: [
        { by: 'huanhu', text: '所以爬坡多快一公里，比下坡多快十公里有用。腿不同意，但数学同意。' },
        {
          by: 'suanpan',
          text: 'The harmonic mean, in lycra.',
          replies: [
            {
              by: 'jules',
              text: 'I was trying not to say “harmonic mean”, and you have also found the lycra.',
            },
          ],
        },
        {
          by: 'oskar',
          text: 'Same with latency: the slow requests are where your users spend their lives.',
        },
        { by: 'heyun', text: 'This is on my next test. Thank you, and sorry, class 8.' },
      ],
    },
    {
      title: 'How to read a contour line in one minute',
      days_ago: 2,
      state: 'pending',
      picture: {
        scene: 'hills',
        hue: 110,
        alt: 'Green hills one behind another, growing paler with distance',
      },
      body: `<p>Imagine the valley filling with water and stopping every ten metres to draw its shoreline. That is a contour map.</p>
<figure><img src="{picture}" alt="Green hills one behind another, growing paler with distance"><figcaption>Four shorelines, if you are patient.</figcaption></figure>
<ul><li>Lines close together: steep. Lines far apart: have a sandwich.</li><li>A V that points <strong>uphill</strong> is a valley, usually with a stream in it. A V that points <strong>downhill</strong> is a ridge.</li><li>Closed rings are a summit, unless they carry little ticks on the inside. Then it is a hole.</li><li>Two rings side by side have a saddle between them. That is where the road goes, and where the wind is.</li></ul>
<p>Count the lines that you will cross and multiply by ten. This is your morning, in metres.</p>`,
      comments: [],
    },
  ],
};
