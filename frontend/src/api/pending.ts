// The contract's shapes that the server's description does not carry yet. Each goes away when it does.
import type { Me, State } from "./schema.ts";

export interface Found { workflow: string; id: string; title: string; subtitle: string | null; state: State }
export interface System {
  version: string; python: string; postgres: string; database_bytes: number; disk_free_bytes: number | null; workers: { id: string; host: string; pid: number; started_at: string; alive: boolean }[];
  schema_files: number; ui_stamp: string | null; uptime_seconds: number; tables: { name: string; rows: number; bytes: number }[];
}
export interface UserItem { id: string; name: string; role: Me["role"]; disabled: boolean; created_at: string }
export interface MapPoint { id: string; lat: number; lon: number; title: string | null; state: State }
export interface MapCluster { lat: number; lon: number; count: number }
export interface MapPoints { points: MapPoint[]; clustered: MapCluster[]; withheld: number; attributions: string[] }
export interface Limit { name: string; title: string; used_today: number; most_per_day: number | null; unit: string; cost_micros: number | null }
export interface Limits { items: Limit[] }
