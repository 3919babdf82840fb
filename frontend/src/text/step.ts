/** `WF7` of the specification is the seventh step: the number tells where in the pipeline a stage is, its title what it is. */
export const stepOf = ({ code }: { code: string }): string => code.replace(/^WF/, "");
