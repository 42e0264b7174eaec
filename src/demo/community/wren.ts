import type { DemoMember } from '../community.ts';

export const wren: DemoMember = {
  key: 'wren',
  username: 'Wren',
  signature: 'Small, brown, easily overlooked. I also watch birds.',
  joined: 144,
  presence: 0.56,
  posts: [
    {
      title: 'Learn five songs, not fifty',
      days_ago: 71,
      body: `<p>Every beginner I have met owns an app with nine hundred birds in it, and can name none of them with their eyes shut. I could not either. Then an old man at our reserve told me to delete forty-five songs from my list of fifty, and that was the whole course. This is it.</p>
<h2>Why five</h2>
<p>In an ordinary European garden or park, a handful of species make most of the noise. If you know these for certain, then everything else becomes <em>something else</em>, and “something else” is where attention starts. You cannot notice a stranger in a room in which everybody is one.</p>
<h2>The five</h2>
<table><thead><tr><th>Bird</th><th>What to listen for</th><th>How to be sure</th></tr></thead><tbody>
<tr><td>Wood pigeon</td><td>Five soft coos, over and over, the second one leaned upon</td><td>It stops short, as though interrupted</td></tr>
<tr><td>Great tit</td><td>Two notes like a squeaky pump: <em>tea-cher, tea-cher</em></td><td>Metal, rhythm, no melody at all</td></tr>
<tr><td>Chiffchaff</td><td>Says its name, in no strict order: <em>chiff, chaff, chaff, chiff</em></td><td>From early spring on; the pump that cannot keep time</td></tr>
<tr><td>Blackbird</td><td>Slow, low, fluting, with pauses for thought</td><td>Good phrases end in a scratchy giggle</td></tr>
<tr><td>Robin</td><td>Thin, silvery, a bit sad; each phrase new</td><td>Sings nearly all year, even at night by a street lamp</td></tr>
</tbody></table>
<h2>How to practise</h2>
<h3>One bird per week</h3>
<p>Take them in the order of the table. For a whole week there is only the wood pigeon. You will hear it through closed windows, in films, behind somebody who is telling you about their divorce. That is the sign that you may go on. If you lose it again later, go back for a week; nobody is counting, and the pigeon has all the time in the world.</p>
<h3>Give it words</h3>
<p>Ears remember sentences better than notes. An old one for the wood pigeon is “take <em>two</em> cows, Taffy”. The great tit is a bicycle pump. Yours will be sillier and will last longer; one of our children has a chiffchaff that says “sixth, fifth, fifth, sixth”, as he is learning fractions.</p>
<h3>Find it, once</h3>
<p>Do not believe a song until you have seen the beak move. It takes patience for exactly one morning. After that, the song has a place in your head where something feathered sits, and it will not fall out again.</p>
<h2>The two that everybody confuses</h2>
<p>Blackbird and robin. Forget the notes and listen to the <strong>manners</strong>. The blackbird is a person on a balcony with a glass of something, who says a fine thing and then waits to see how it went down. The robin is reading you a letter. The paper is thin, the light is going, and it won’t say who wrote it.</p>
<h2>And the sixth?</h2>
<p>You will meet it by yourself. Some morning, in the middle of your five, there is a voice that is none of them. You will stop with one foot in the air. It may be a dunnock; it usually is. But you will have <em>noticed</em> it, out of everything, without anybody pointing. From there on it is only a matter of years.</p>`,
      comments: [
        { by: 'heyun', text: '「在所有人都是陌生人的房间里，你注意不到陌生人。」学什么都是这样。' },
        {
          by: 'tangtang',
          text: 'The same with algae! I teach five, and then everything else becomes visible.',
          replies: [{ by: 'wren', text: 'Which five? I have a pond and no shame.' }],
        },
        {
          by: 'hexian',
          text: 'Great tit: a major third or so, downwards, in strict time. I have tuned my guitar to one. Do not do this.',
        },
        {
          by: 'quiet',
          text: 'Week three. The chiffchaff cannot keep time, and I love it.',
        },
        {
          by: 'jules',
          text: 'I have cycled under that pigeon for six years and thought that it was an owl.',
          replies: [
            {
              by: 'wren',
              text: 'Half the owls reported to our reserve are pigeons. The other half are collared doves.',
            },
            { by: 'mara', text: 'And the owls?' },
            { by: 'wren', text: 'Nobody reports the owls. They assume it is a film.' },
          ],
        },
        {
          by: 'ellis',
          text: '“The robin is reading you a letter.” I went outside to check. It is so.',
        },
      ],
    },
    {
      title: 'The loudest thing in the hedge weighs nine grams',
      days_ago: 38,
      picture: {
        scene: 'forest',
        hue: 130,
        alt: 'A dense green wood with light falling between the trunks',
      },
      body: `<p>I was not named after the bird. My mother says that she just liked the sound. But if you are called Wren and are small and live near a hedge, then sooner or later you have to look into the matter.</p>
<p>The Eurasian wren weighs about nine grams, which is three sheets of letter paper less a corner. It looks like a walnut with a tail stuck on at the wrong angle. When it sings, its whole body shakes, and you can hear it on the other side of a motorway.</p>
<figure><img src="{picture}" alt="A dense green wood with light falling between the trunks"><figcaption>There is a wren in this picture. There is always a wren in this picture.</figcaption></figure>
<p>Three things that I have learnt about my relatives:</p>
<ul><li><strong>He builds, she chooses.</strong> In spring, the male makes several nests, often half a dozen, neat balls of moss with a door in the side. He shows her round. She picks one and lines it with feathers. The others stay empty, and he does not seem to learn anything from it.</li>
<li><strong>They hate company, until it freezes.</strong> All year round a wren will see off any other wren in the hedge. On the coldest nights they pile into one hole together, in layers, heads to the middle. In one nest box in Norfolk somebody counted sixty-one going in.</li>
<li><strong>Winter nearly kills them.</strong> A hard one can take most of the wrens in a district. Then they raise two broods, and a few years later the hedges are as loud as before.</li></ul>
<p>I used to find it an embarrassing name. Loud, tiny, quarrelsome, given to starting six projects at once. By now I have stopped arguing. There are four half-knitted jumpers in my cupboard, each a neat ball with a door in the side.</p>`,
      comments: [
        {
          by: 'noor',
          text: 'Sixty-one guests in one box, and she had lined it with feathers. I respect this hostess.',
        },
        {
          by: 'shanli',
          text: '我们这里也有鹪鹩，冬天会钻进柴堆里。下次劈柴前先敲三下。',
          replies: [
            {
              by: 'wren',
              text: 'Please do knock. And leave one corner of the pile for the winter.',
            },
          ],
        },
        {
          by: 'suanpan',
          text: 'A5 or A4? One A4 sheet of 80 g paper is five grams.',
          replies: [
            {
              by: 'wren',
              text: 'Then it is two sheets, less a corner. You are right, and the wren is lighter in the bag than in my sentence. Thank you!',
            },
          ],
        },
        {
          by: 'tomas',
          text: 'Starting six projects at once, finishing the one that somebody else chooses. This is not a bird, it is my workshop.',
        },
      ],
    },
    {
      title: 'Little owls in the old willow: go and see!',
      days_ago: 14,
      state: 'rejected',
      reason:
        'A lovely note, and I want to publish it. Please take out the lock number and the path to the tree: with young in the nest, forty kind visitors do more harm than one fox. “Somewhere along the canal” is plenty. – Mara',
      body: `<p>They are back! From the third lock, take the tow path west for two hundred paces, to the pollard willow with the split trunk. The hole is at head height on the side away from the water. If you stand by the gate at dusk, you can see one of the parents come in with a beetle or a worm, bobbing up and down like somebody who has forgotten what they came into the room for.</p>
<p>I think there are three young. They hiss, they do not hoot, and they sound like a slow puncture. Little owls are often about in daylight too, so bring the children.</p>`,
      comments: [],
    },
    {
      title: 'Swifts do not come down',
      days_ago: 4,
      picture: {
        scene: 'hills',
        hue: 222,
        alt: 'Blue hills in layers under a wide evening sky',
      },
      body: `<p>When a young common swift drops out of its nest, it does not land on the roof opposite. It flies to Africa. It may not touch anything at all until it comes back to look for a nest site of its own, two or three years later.</p>
<figure><img src="{picture}" alt="Blue hills in layers under a wide evening sky"><figcaption>From up there, all of this is just weather.</figcaption></figure>
<p>The grown birds stop only to breed. Researchers in Sweden put tiny loggers on some of them and found a few that had stayed in the air for ten months without a break. They eat up there, drink by skimming lakes, gather nest material on the wing, and sleep, as far as anybody can tell, while gliding. At dusk and again before dawn they climb to about two and a half kilometres.</p>
<p>I think of it in queues.</p>`,
      comments: [
        { by: 'guxing', text: '拍星空的时候见过它们在月亮前面掠过，半夜，很高。当时以为是卫星。' },
        {
          by: 'mara',
          text: 'My old university! One of the few times that everybody in the canteen talked about the same paper.',
        },
        {
          by: 'oskar',
          text: 'Ten months of uptime, and they do maintenance in flight.',
          replies: [
            {
              by: 'wren',
              text: 'And the nest box needs no login. Put one up under the eaves, please, all of you.',
            },
          ],
        },
        { by: 'xinlai', text: '“I think of it in queues.” Me too, from now on.' },
      ],
    },
  ],
};
