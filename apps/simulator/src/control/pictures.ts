/** Pictures drawn from their name: the same name gives the same picture, and none is fetched from anywhere. */
import { createRandom } from '../world/random.ts';

const SIZE = 320;

export function drawPicture(name: string): string {
  const random = createRandom(`picture/${name}`);
  const hue = random.integer(0, 359);
  const shapes = Array.from({ length: 5 }, () => {
    const [x, y, radius] = [random.integer(0, SIZE), random.integer(0, SIZE), random.integer(40, 130)];
    const colour = `hsl(${(hue + random.integer(20, 160)) % 360} 70% ${random.integer(55, 85)}%)`;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" fill-opacity="0.7"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="hsl(${hue} 45% 45%)"/>${shapes.join('')}</svg>`;
}
