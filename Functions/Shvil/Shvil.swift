import Edge

/// The functions of Shvil: shared arrival times, groups, hunts, plans, places and health.
public let shvil = App(
  functions: [
    shareETA, etaShares, updateETAShare, notifyETAUpdate, deliverETAShare, createAdventurePlan, adventurePlans,
    updateAdventurePlan, deleteAdventurePlan, savePlace, savedPlaces, deleteSavedPlace, createGroup, joinGroup,
    socialGroups, socialGroup, groupMembers, leaveGroup, removeGroupMember, updateGroup, deleteGroup, createHunt,
    joinHunt, scavengerHunts, scavengerHunt, groupHunts, updateHunt, deleteHunt, huntCheckpoints, submitCheckpoint,
    checkpointSubmissions, verifySubmission, huntLeaderboard, healthCheck, healthCheckDetailed, systemMetrics,
  ],
  procedures: [
    shareETAProcedure, etaShares, joinGroup, socialGroups, scavengerHunts, verifySubmissionProcedure,
    huntLeaderboardProcedure, healthCheck, healthCheckDetailed, systemMetrics,
  ],
  routes: [
    .insert("social_groups", createGroup),
    .call("social_groups/join", joinGroup),
    .select("social_groups", socialGroups),
    .select("social_groups", filters: ["id": "group_id"], socialGroup),
    .update("social_groups", filters: ["id": "group_id"], updateGroup),
    .delete("social_groups", filters: ["id": "group_id"], deleteGroup),
    .select("group_members", filters: ["group_id": "group_id"], groupMembers),
    .delete("group_members", filters: ["group_id": "group_id", "user_id": "user_id"], removeGroupMember),
    .insert("scavenger_hunts", createHunt),
    .call("scavenger_hunts/{hunt_id}/join", joinHunt),
    .select("scavenger_hunts", scavengerHunts),
    .select("scavenger_hunts", filters: ["id": "hunt_id"], scavengerHunt),
    .select("scavenger_hunts", filters: ["group_id": "group_id"], groupHunts),
    .update("scavenger_hunts", filters: ["id": "hunt_id"], updateHunt),
    .delete("scavenger_hunts", filters: ["id": "hunt_id"], deleteHunt),
    .select("hunt_checkpoints", filters: ["hunt_id": "hunt_id"], huntCheckpoints),
    .insert("checkpoint_submissions", submitCheckpoint),
    .select("checkpoint_submissions", filters: ["checkpoint_id": "checkpoint_id"], checkpointSubmissions),
    .update("checkpoint_submissions", filters: ["id": "submission_id"], updateSubmission),
    .select("hunt_leaderboard", filters: ["hunt_id": "hunt_id"], huntLeaderboard),
    .insert("eta_shares", shareETA),
    .select("eta_shares", optional: ["is_active": .boolean("is_active")], etaShares),
    .update("eta_shares", filters: ["id": "share_id"], updateETAShare),
    .insert("adventure_plans", createAdventurePlan),
    .select(
      "adventure_plans", optional: ["user_id": "user_id", "id": "plan_id", "status": "status"], adventurePlans),
    .update("adventure_plans", filters: ["id": "plan_id"], updateAdventurePlan),
    .delete("adventure_plans", filters: ["id": "plan_id"], deleteAdventurePlan),
    .insert("saved_places", savePlace),
    .select("saved_places", optional: ["user_id": "user_id", "id": "place_id", "category": "category"], savedPlaces),
    .delete("saved_places", filters: ["id": "place_id"], deleteSavedPlace),
  ])
