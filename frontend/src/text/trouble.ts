/** What went wrong, in words for the person. */
export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
