// Which row a key or a button is about while nothing is selected.
export interface Sight {
  hidesRows: boolean;
  item: string | null;
  active: string | null;
  isMeant: boolean;
  order: readonly string[];
}

/** Only one that the person pointed at. The map hides the rows, the active one too: there only the row in the drawer is meant. */
export function meantRow({ hidesRows, item, active, isMeant, order }: Sight): string | null {
  if (hidesRows) return item;
  return active !== null && isMeant && order.includes(active) ? active : null;
}
