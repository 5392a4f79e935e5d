MATCH (month:Period {user_id: $user, grain: 'month'})
      <-[:PART_OF]-(:Period {grain: 'week'})
      <-[:PART_OF]-(day:Period {grain: 'day'})<-[:SAID_ON]-(turn:Turn)
RETURN substring(month.id, 6) AS month,
       count(DISTINCT day) AS days, count(turn) AS turns,
       count(CASE WHEN turn.speaker = 'Ines' THEN 1 END) AS ines,
       count(CASE WHEN turn.speaker = 'Owen' THEN 1 END) AS owen
ORDER BY month
