import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the product's server listens while the client is developed: `PASAR_PORT`, as for the server itself. */
const server = `http://127.0.0.1:${process.env.PASAR_PORT ?? '4000'}`;
const proxy = { '/api': { target: server, ws: true } };

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows no data: scripts or fonts; small pictures are inlined as it allows.
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      // Ours do nothing by being imported: what no screen uses, such as all languages' reasons at once, stays out.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(api|domain|sync)\/src\//.test(id) },
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that `no-eval.ts` runs before the first schema is made.
            {
              name: 'contract',
              // Hosts are no schema, and only shop management opens them.
              test: /no-eval\.ts$|node_modules\/zod\/|packages\/(api|domain|sync)\/(?!src\/back-office).*\.ts$/,
              priority: 2,
            },
            // What the desk and the dialogs over it share would be many small files, which compress worse than one.
            {
              name: 'desk',
              test: /src\/(ui\/(?!antd-provider)[\w-]+|shell\/(shop-order|shop-health|shop-overlay|open-sign-ins|country-name)|features\/chat\/(local-pictures|selection))\.tsx?$/,
              priority: 1,
            },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-i18next|i18next|scheduler)\//,
              priority: 3,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
});
