import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the product's server listens while the client is developed: `PASAR_PORT`, as for the server itself. */
const server = `http://127.0.0.1:${process.env.PASAR_PORT ?? '8080'}`;
const proxy = { '/api': { target: server, ws: true } };

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows no data: scripts or fonts; small pictures are inlined as it allows.
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
});
