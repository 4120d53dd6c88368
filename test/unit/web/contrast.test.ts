import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const css = readFileSync(join(packageRoot, 'web/src/app/tokens.css'), 'utf8');

/** The color of a token in a theme, as the channels of sRGB. */
function channelsOf(token: string, theme: 'light' | 'dark'): number[] {
  const [, light = '', dark = ''] =
    new RegExp(`${token}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(css) ?? [];
  const hex = theme === 'light' ? light : dark;
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** The relative luminance of WCAG 2.2. */
function luminanceOf(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const luminances = [one, other].map((token) => luminanceOf(channelsOf(token, theme)));
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['bars', '--border-strong'],
    ['lines', '--accent'],
  ])('%s have a contrast of at least 3:1 to the chart', (_name, token) => {
    expect(contrast(token, '--surface', theme)).toBeGreaterThanOrEqual(3);
  });
});

it('draws charts in the tested colors', () => {
  const source = readFileSync(join(packageRoot, 'web/src/ui/chart/draw-chart.ts'), 'utf8');

  expect(source).toMatch(/line: color\('--chart-line'\),\s+bar: color\('--chart-bar'\)/);
  expect(css).toMatch(/--chart-line: var\(--accent\);/);
  expect(css).toMatch(/--chart-bar: var\(--border-strong\);/);
});
