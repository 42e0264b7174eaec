import { Sparkline } from '../../studio/chart/sparkline.tsx';
import { Section } from './section.tsx';

const ROWS = [
  ['停电的晚上', 168, [2, 5, 3, 8, 13, 21, 34]],
  ['The comment I almost removed', 12, [1, 0, 2, 1, 4, 3, 1]],
  ['隔夜茶能不能喝', 0, [0, 0, 0, 0, 0, 0, 0]],
] as const;

/** Rows with numbers and a small chart. */
export function Tables() {
  return (
    <Section title="Tables and charts">
      <table class="table">
        <caption>七天 Seven days</caption>
        <thead>
          <tr>
            <th scope="col">文章 Post</th>
            <th scope="col">能量 Energy</th>
            <th scope="col">七天 7 days</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([title, energy, days]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{energy}</td>
              <td>
                <Sparkline tone="energy" values={[...days]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
