// Which row a key or a button is about while nothing is selected.
export interface Sight {
  hidesRows: boolean;
  item: string | null;
  active: string | null;
  isMeant: boolean;
  order: readonly string[];
}

/** The one that the person moved to, else the one whose details are open. The map hides the rows, the active one too. */
export function meantRow({ hidesRows, item, active, isMeant, order }: Sight): string | null {
  const isAtRow = !hidesRows && active !== null && isMeant && order.includes(active);
  return isAtRow ? active : item;
}
