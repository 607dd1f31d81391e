// Colours of fields: told apart also by people who see colours differently (after Okabe and Ito), and by patterns of lines besides.
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#56b4e9', '#8a5cd6', '#7a5230'];
const PATTERNS = ['solid', 'dashed', 'dotted', 'double'];

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length];
}
export function patternOf(index: number): string {
  return PATTERNS[Math.floor(index / COLOURS.length) % PATTERNS.length];
}
