import { config } from 'zod';

// The page's content policy forbids making code from text. Without this setting zod would try it with the first schema,
// and the browser would report it. So this file is imported before all others.
config({ jitless: true });
