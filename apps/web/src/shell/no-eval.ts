import { config } from 'zod';

// The page's policy forbids making code from text. Without this zod would try when the first schema is made, and the
// browser would report it; so this is imported before everything else.
config({ jitless: true });
