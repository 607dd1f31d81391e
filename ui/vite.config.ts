import { defineConfig } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';

// Names without hashes of time or machine: the same sources give the same dist, which scripts/ui-fresh compares.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { runes: undefined } })],
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0
  }
});
